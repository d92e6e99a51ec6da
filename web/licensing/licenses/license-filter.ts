import { LicenseFilter, type License } from '#contract/licensing/licenses.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'

/** The filter in the URL. Inactive devices are sorted by their last check-in. */
export function useLicenseFilter(): LicenseFilter {
  const filter = useUrlFilter(LicenseFilter)
  return { ...filter, sort: filter.sort ?? (filter.silent && 'lastCheckIn') }
}

export const isOffline = ({ offlineUntil }: License) => offlineUntil !== null && Date.parse(offlineUntil) > Date.now()

type Check = (license: License, wanted: string) => boolean

/** A change made here never makes a device silent. */
const checks: Record<Exclude<keyof LicenseFilter, 'search' | 'sort'>, Check> = {
  status: ({ status }, wanted) => status === wanted,
  tag: ({ tags }, wanted) => tags.includes(wanted),
  silent: (license) => license.status === 'active' && !isOffline(license),
}

/** Whether a changed license still matches the filter. */
export const belongs = (license: License, { search: _search, sort: _sort, ...filter }: LicenseFilter) =>
  Object.entries(filter).every(([name, wanted]) => !wanted || checks[name as keyof typeof filter](license, wanted))

import * as z from 'zod/mini'
import { LicenseQuery, type License } from '#contract/licensing/licenses.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'

const Filter = z.omit(LicenseQuery, { limit: true, cursor: true })
export type LicenseFilter = z.infer<typeof Filter>

/** The filter in the URL. Inactive devices are sorted by their last check-in. */
export function useLicenseFilter(): LicenseFilter {
  const filter = useUrlFilter(Filter)
  return { ...filter, sort: filter.sort ?? (filter.silent && 'lastCheckIn') }
}

export const isOffline = ({ offlineUntil }: License) => offlineUntil !== null && Date.parse(offlineUntil) > Date.now()

/** Whether a changed license still matches the filter. A change made here never makes a device silent. */
export const belongs = (license: License, { status, silent, tag }: LicenseFilter) =>
  (!status || license.status === status) &&
  (!tag || license.tags.includes(tag)) &&
  (!silent || (license.status === 'active' && !isOffline(license)))

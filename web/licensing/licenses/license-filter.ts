import * as z from 'zod/mini'
import { LicenseQuery, LicenseStatus, type License } from '#contract/licensing/licenses.ts'
import { SilentDays } from '#contract/licensing/usage.ts'
import { useUrlState } from '#web/app/url-state.ts'

const SEARCH_MAX = 200

const Filter = z.object({
  search: z.catch(z.string().check(z.trim(), z.maxLength(SEARCH_MAX)), ''),
  status: z.catch(z.optional(LicenseStatus), undefined),
  silent: z.catch(z.optional(SilentDays), undefined),
  tag: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(40))), undefined),
  sort: z.catch(LicenseQuery.shape.sort, undefined),
})
export type LicenseFilter = z.infer<typeof Filter>

export const NO_FILTER = z.parse(Filter, {})

/** The filter in the URL, without invalid values. Inactive devices are sorted by their last check-in. */
export function useLicenseFilter(): LicenseFilter {
  const [search] = useUrlState('search')
  const [status] = useUrlState('status')
  const [silent] = useUrlState('silent')
  const [tag] = useUrlState('tag')
  const [sort] = useUrlState('sort')
  const filter = z.parse(Filter, { search, status, silent, tag, sort })
  return { ...filter, sort: filter.sort ?? (filter.silent && 'lastCheckIn') }
}

export const isOffline = ({ offlineUntil }: License) => offlineUntil !== null && Date.parse(offlineUntil) > Date.now()

/** Whether a changed license still matches the filter. A change made here never makes a device silent. */
export const belongs = (license: License, { status, silent, tag }: LicenseFilter) =>
  (!status || license.status === status) &&
  (!tag || license.tags.includes(tag)) &&
  (!silent || (license.status === 'active' && !isOffline(license)))

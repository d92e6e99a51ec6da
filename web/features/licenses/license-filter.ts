import * as z from 'zod/mini'
import { licenses, LicenseStatus } from '#contract/licenses.ts'
import { useUrlState } from '#web/app/url-state.ts'

const SEARCH_MAX = 200

const Filter = z.object({
  search: z.catch(z.string().check(z.trim(), z.maxLength(SEARCH_MAX)), ''),
  status: z.catch(z.optional(LicenseStatus), undefined),
  sort: z.catch(licenses.list.schema.querystring.shape.sort, undefined),
})
export type LicenseFilter = z.infer<typeof Filter>

/** Every license, newest first. */
export const NO_FILTER = z.parse(Filter, {})

/** What the address asks for. A value the server would refuse counts as none. */
export function useLicenseFilter() {
  const [search] = useUrlState('search')
  const [status] = useUrlState('status')
  const [sort] = useUrlState('sort')
  return z.parse(Filter, { search, status, sort })
}

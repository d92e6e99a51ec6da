import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { billing, type Subscription } from '#contract/billing.ts'
import { LIMIT_REACHED, licenses, LicenseStatus } from '#contract/licenses.ts'
import { callPage } from '#web/app/call.ts'
import { useRead, useWrite } from '#web/app/data.ts'
import { keyOf } from '#web/app/query-client.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { toast } from '#web/ui/toast.ts'

const PAGE_SIZE = '200'
const SEARCH_MAX = 200

const Filter = z.object({
  search: z.catch(z.string().check(z.trim(), z.maxLength(SEARCH_MAX)), ''),
  status: z.catch(z.optional(LicenseStatus), undefined),
  sort: z.catch(licenses.list.schema.querystring.shape.sort, undefined),
})
export type LicenseFilter = z.infer<typeof Filter>

/** What the address asks for. A value the server would refuse counts as none. */
export function useLicenseFilter() {
  const [search] = useUrlState('search')
  const [status] = useUrlState('status')
  const [sort] = useUrlState('sort')
  return z.parse(Filter, { search, status, sort })
}

/** The rows of all pages read so far. While another search is on its way, the rows of the last one stay. */
export const useLicensePages = (filter: LicenseFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(licenses.list, { query: filter }), 'pages'],
    queryFn: ({ pageParam: cursor }) => callPage(licenses.list, { query: { ...filter, cursor, limit: PAGE_SIZE } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({ rows: pages.flatMap(({ rows }) => rows), total: pages[0]?.total ?? 0 }),
    placeholderData: keepPreviousData,
  })

/** How many licenses there are, whatever the list is narrowed to: the first page of everything knows. */
export const useLicenseCount = () => useLicensePages(z.parse(Filter, {}))

/** The subscription with its seats, null without one. Billing reads the same. */
export const useSubscription = () => useRead(billing.read)

export const quotaOf = ({ licensesUsed, licenseLimit }: Subscription) => ({ used: licensesUsed, limit: licenseLimit })

/** The quota is told by billing. */
const refresh = [licenses.list, billing.read]

const CREATE_FAILED = 'Failed to create license'

export const useCreateLicense = () =>
  useWrite(licenses.create, {
    success: ['License created', 'New license has been created successfully.'],
    failure: CREATE_FAILED,
    refresh,
  })

/** Said without asking the server, when the browser already knows. */
export const tellLimitReached = () => toast({ title: CREATE_FAILED, description: LIMIT_REACHED, tone: 'destructive' })

export const useChangeLicense = () =>
  useWrite(licenses.change, { success: 'License updated', failure: 'Failed to update license', refresh })

export const useDeleteLicense = () =>
  useWrite(licenses.remove, { success: 'License deleted', failure: 'Failed to delete license', refresh })

import { useInfiniteQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { invoices, InvoiceStatus } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { callPage } from '#web/app/api/call.ts'
import { useRead } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf } from '#web/app/api/query-client.ts'
import { useUrlState } from '#web/app/url-state.ts'

export const PAGE_SIZE = '100'
const SEARCH_MAX = 200

const Filter = z.object({
  search: z.catch(z.string().check(z.trim(), z.maxLength(SEARCH_MAX)), ''),
  status: z.catch(z.optional(InvoiceStatus), undefined),
})
type InvoiceFilter = z.infer<typeof Filter>

/** Reads the filter from the URL and ignores values that the server would refuse. */
export function useInvoiceFilter() {
  const [search] = useUrlState('search')
  const [status] = useUrlState('status')
  return z.parse(Filter, { search, status })
}

export const useInvoicePages = (filter: InvoiceFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(invoices.list, { query: filter }), PAGES],
    ...pagesOf((cursor) => callPage(invoices.list, { query: { ...filter, cursor, limit: PAGE_SIZE } })),
  })

export type InvoicePages = ReturnType<typeof useInvoicePages>

export const useInvoice = (id: string) => useRead(payments.read, { params: { id } })

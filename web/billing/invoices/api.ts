import { useInfiniteQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { invoices, InvoiceStatus } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { filterQuery } from '#contract/lists.ts'
import { callPage } from '#web/app/api/call.ts'
import { useRead } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf } from '#web/app/api/query-client.ts'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'

export const PAGE_SIZE = '100'

const Filter = filterQuery(InvoiceStatus)
type InvoiceFilter = z.infer<typeof Filter>

export const useInvoiceFilter = () => useUrlFilter(Filter)

export const useInvoicePages = (filter: InvoiceFilter) =>
  useInfiniteQuery({
    queryKey: [...keyOf(invoices.list, { query: filter }), PAGES],
    ...pagesOf((cursor) => callPage(invoices.list, { query: { ...filter, cursor, limit: PAGE_SIZE } })),
  })

export type InvoicePages = ReturnType<typeof useInvoicePages>

export const useInvoice = (id: string) => useRead(payments.read, { params: { id } })

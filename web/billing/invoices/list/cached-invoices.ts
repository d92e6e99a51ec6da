import type { InfiniteData, Query } from '@tanstack/react-query'
import { invoices, type Invoice } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { reminders } from '#contract/billing/reminders.ts'
import type { callPage } from '#web/app/api/call.ts'
import { keyOf, queryClient, readAgain } from '#web/app/api/query-client.ts'
import { PAGES } from '../api.ts'

type Page = Awaited<ReturnType<typeof callPage<typeof invoices.listAll>>>
type Pages = InfiniteData<Page, string | undefined>

const isList = ({ queryKey }: Pick<Query, 'queryKey'>) =>
  queryKey[0] === invoices.listAll.url && queryKey.at(-1) === PAGES

const shows = ({ state }: Query, id: string) =>
  (state.data as Pages | undefined)?.pages.some(({ rows }) => rows.some((row) => row.id === id)) ?? false

/**
 * Puts a changed invoice where it stands in the lists on screen, however many pages were read. It keeps its place even if a
 * filter would leave it out now, so that a slip can be put right. Lists without it, and its history and reminders, are read again.
 */
export async function keepInvoice(changed: Invoice) {
  queryClient.removeQueries({ predicate: isList, type: 'inactive' })
  const showing = { predicate: (query: Query) => isList(query) && shows(query, changed.id) }
  // A page that is on its way would bring back what the row was.
  await queryClient.cancelQueries(showing)
  queryClient.setQueriesData<Pages>(showing, (data) => data && withRow(data, changed))
  await Promise.all([
    readAgain({ predicate: (query) => isList(query) && !shows(query, changed.id) }),
    readAgain({ queryKey: keyOf(payments.history, { params: { id: changed.id } }) }),
    readAgain({ queryKey: keyOf(reminders.read, { params: { id: changed.id } }) }),
  ])
}

const withRow = ({ pages, pageParams }: Pages, changed: Invoice): Pages => ({
  pages: pages.map((page) => ({ ...page, rows: page.rows.map((row) => (row.id === changed.id ? changed : row)) })),
  pageParams,
})

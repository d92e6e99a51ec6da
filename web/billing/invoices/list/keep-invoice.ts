import { invoices, type Invoice } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { reminders } from '#contract/billing/reminders.ts'
import { listCache } from '#web/app/api/list-cache.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'

const list = listCache<Invoice, unknown>(invoices.listAll)

/**
 * Keeps a changed invoice in its place even if a filter now excludes it, so that a slip can be undone. Refetches other
 * lists and the invoice's history and reminders.
 */
export async function keepInvoice(changed: Invoice) {
  const params = { id: changed.id }
  await list.keep([changed])
  await Promise.all([
    list.readWithout(changed.id),
    refetch({ queryKey: keyOf(payments.history, { params }) }),
    refetch({ queryKey: keyOf(reminders.read, { params }) }),
  ])
}

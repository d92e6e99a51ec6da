import { invoices, type Invoice } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { reminders } from '#contract/billing/reminders.ts'
import { statusPreviews } from '#contract/billing/status-previews.ts'
import { call } from '#web/app/api/call.ts'
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

const [INVOICE] = keyOf(payments.read)
const [PREVIEW, , STATUS_PREVIEW] = keyOf(statusPreviews.read, { params: { id: 'any' } })

/** Runs after a refusal, so that the user sees what someone else changed before trying again. */
export const rereadInvoices = () => Promise.all([refetch({ queryKey: keyOf(invoices.listAll) }), rereadOpened()])

/** Keeps the invoice in its list, because the dialog with the refused input is part of its row. */
export async function rereadInvoice({ params }: { params: { id: string } }) {
  const invoice = await call(payments.read, { params })
  await list.show(invoice)
  await Promise.all([list.readWithout(invoice.id), rereadOpened()])
}

const rereadOpened = () =>
  Promise.all([
    refetch({ queryKey: [INVOICE] }),
    refetch({ predicate: ({ queryKey }) => queryKey[0] === PREVIEW && queryKey[2] === STATUS_PREVIEW }),
  ])

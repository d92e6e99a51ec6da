import { invoices, isCreditedInFull } from '#contract/billing/invoices.ts'
import { canReverse, payments, type InvoiceDetail } from '#contract/billing/payments.ts'
import { formatRand, toCents } from '#contract/money.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'
import { TOTALS } from './admin-api.ts'
import { keepInvoice, rereadInvoice, rereadInvoices } from './list/keep-invoice.ts'
import { showReversal } from './show-invoice.ts'

export const useInvoiceHistory = (id: string) => useRead(payments.history, { params: { id } })

const posting = { refresh: TOTALS, keep: keepInvoice, reread: rereadInvoice } as const

function left(invoice: InvoiceDetail) {
  if (toCents(invoice.balance) > 0) return `R${invoice.balance} is outstanding.`
  return isCreditedInFull(invoice) ? 'It was credited in full.' : 'It is paid in full.'
}

/** Opens a prefilled reversal dialog for the newest payment. The customer has a receipt, so the reversal is emailed too. */
function undoOf({ id, payments: entries }: InvoiceDetail) {
  const payment = entries.findLast(({ kind }) => kind === 'payment' || kind === 'credit_used')
  if (!payment || !canReverse(payment)) return undefined
  return { label: 'Undo', onSelect: () => showReversal(id, payment.id) }
}

const rereadCredit = () => refetch({ queryKey: keyOf(organizations.list) })

export const useRecordPayment = () =>
  useWrite(payments.record, {
    ...posting,
    reread: (input) => Promise.all([rereadInvoice(input), rereadCredit()]),
    success: (invoice) => ['Payment Recorded', `${invoice.invoiceNumber}: ${left(invoice)}`],
    action: undoOf,
    failure: 'Failed to record payment',
  })

export const useReversePayment = () =>
  useWrite(payments.reverse, {
    ...posting,
    reread: rereadInvoices,
    // Credit from this payment may have paid other invoices.
    refresh: [...TOTALS, invoices.listAll],
    success: (invoice) => ['Payment Reversed', `${invoice.invoiceNumber}: ${left(invoice)}`],
    failure: 'Failed to reverse the payment',
  })

export const useCreditInvoice = () =>
  useWrite(payments.credit, {
    ...posting,
    success: ({ invoiceNumber, creditNotes }) => [
      'Credit Note Issued',
      `${creditNotes.at(-1)?.creditNoteNumber ?? 'It'} for ${invoiceNumber}`,
    ],
    failure: 'Failed to issue the credit note',
  })

export const useRefund = ({ name }: { name: string }) =>
  useWrite(payments.refund, {
    success: (_refund, { body }) => [
      'Refund Recorded',
      `${name} was paid ${formatRand(toCents(String(body.amount)))}.`,
    ],
    failure: 'Failed to record the refund',
    refresh: TOTALS,
    reread: rereadCredit,
  })

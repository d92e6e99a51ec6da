import { invoices } from '#contract/invoices.ts'
import { toCents } from '#contract/money.ts'
import { payments, type InvoiceDetail } from '#contract/payments.ts'
import { useRead, useWrite } from '#web/app/data.ts'
import { keyOf, readAgain } from '#web/app/query-client.ts'
import { TOTALS } from './admin-api.ts'
import { keepInvoice } from './cached-invoices.ts'

/** Who did what to it, and the reminders that went out. */
export const useInvoiceHistory = (id: string) => useRead(payments.history, { params: { id } })

/** Whoever is refused for what somebody else has done meanwhile sees it before trying again. */
const reread = () => readAgain({ queryKey: keyOf(payments.read).slice(0, 1) })

const booking = { refresh: TOTALS, keep: keepInvoice, reread } as const

const left = ({ balance }: InvoiceDetail) =>
  toCents(balance) > 0 ? `R${balance} is left to pay.` : 'It is paid in full.'

export const useRecordPayment = () =>
  useWrite(payments.record, {
    ...booking,
    success: (invoice) => ['Payment Recorded', `${invoice.invoiceNumber}: ${left(invoice)}`],
    failure: 'Failed to record payment',
  })

export const useReversePayment = () =>
  useWrite(payments.reverse, {
    ...booking,
    // Other invoices may have been paid from its credit.
    refresh: [...TOTALS, invoices.listAll],
    success: (invoice) => ['Payment Taken Back', `${invoice.invoiceNumber}: ${left(invoice)}`],
    failure: 'Failed to take the payment back',
  })

export const useCreditInvoice = () =>
  useWrite(payments.credit, {
    ...booking,
    success: ({ invoiceNumber, creditNotes }) => [
      'Credit Note Issued',
      `${creditNotes.at(-1)?.creditNoteNumber ?? 'It'} for ${invoiceNumber}`,
    ],
    failure: 'Failed to issue the credit note',
  })

import { isOutstanding, type InvoiceStatus } from '#contract/billing/invoices.ts'
import { formatDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import type { Block } from '#server/platform/mail/email.ts'
import {
  availableCredit,
  dayFact,
  facts,
  howToPay,
  moneyFact,
  openInvoice,
  toCustomer,
  untilDevicesStop,
  type To,
} from './parts.ts'
import type { OldestDue } from './queries.ts'

type ReversedInvoice = {
  id: string
  invoiceNumber: string
  status: InvoiceStatus
  amountCents: number
  creditedCents: number
  balanceCents: number
  dueDate: string
  daysLate: number
}

/** `others`: invoices that became outstanding again because credit from this one had paid them. */
type Reversal = {
  invoice: ReversedInvoice
  amountCents: number
  reason: string | null
  others: ReversedInvoice[]
  creditCents: number
  oldestDue: OldestDue
}

export const paymentReversed = (to: To, { invoice, amountCents, reason, others, creditCents, oldestDue }: Reversal) => {
  const { invoiceNumber, balanceCents, dueDate } = invoice
  const owed = [invoice, ...others].filter(isOutstanding)
  const [first] = owed
  const dueFirst = owed.map((one) => one.dueDate).toSorted()[0]
  return toCustomer(to, {
    kind: 'payment-reversed',
    subject: `Payment reversed: invoice ${invoiceNumber}`,
    paragraphs: [
      `${formatRand(amountCents)} that we had recorded for invoice ${invoiceNumber} was reversed. ${outstandingSentence(invoice)}`,
      facts([
        { label: 'Invoice', value: invoiceNumber },
        moneyFact('Amount', invoice.amountCents),
        moneyFact('Reversed', amountCents),
        moneyFact('Left to pay', balanceCents),
        balanceCents > 0 && dayFact('Due on', dueDate),
        reason !== null && { label: 'Reason', value: reason },
      ]),
      ...reopenedInvoices(others),
      ...availableCredit(creditCents),
      ...missingCredit(creditCents),
      ...(first && oldestDue ? [untilDevicesStop(oldestDue, dueFirst)] : []),
      ...(first ? howToPay(to.config, first) : []),
      `If you think this is wrong, contact ${to.config.salesEmail}.`,
    ],
    action: openInvoice(to.config, invoice),
  })
}

function outstandingSentence(invoice: ReversedInvoice) {
  const { status, balanceCents, dueDate, daysLate } = invoice
  if (status === 'paid' && invoice.creditedCents === invoice.amountCents)
    return 'It was credited in full, so there is nothing to pay on it.'
  if (status === 'paid') return 'It is still paid in full, from your credit.'
  if (!isOutstanding({ status })) return 'The invoice no longer applies: there is nothing to pay on it.'
  return `${formatRand(balanceCents)} of it ${daysLate > 0 ? 'was' : 'is'} due on ${formatDate(dueDate)}.`
}

const reopenedInvoices = (others: ReversedInvoice[]): Block[] =>
  others.length === 0
    ? []
    : [
        'Credit from this payment had paid other invoices. They are outstanding again:',
        facts(
          others.map(({ invoiceNumber, balanceCents, dueDate }) => ({
            label: invoiceNumber,
            value: `${formatRand(balanceCents)}, due on ${formatDate(dueDate)}`,
          })),
        ),
      ]

/** The credit was refunded before its payment bounced. */
const missingCredit = (creditCents: number) =>
  creditCents < 0
    ? [`We had paid ${formatRand(-creditCents)} of it out to you as credit. Please add it to your next payment.`]
    : []

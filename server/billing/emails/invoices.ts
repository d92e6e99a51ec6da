import { formatDate } from '#contract/dates.ts'
import { formatRand } from '#contract/money.ts'
import type { Item } from '#server/domain/invoices.ts'
import type { Block } from '#server/platform/mail/email.ts'
import { availableCredit, dayFact, facts, howToPay, moneyFact, openInvoice, toCustomer, type To } from './parts.ts'
import type { StoredInvoice } from './queries.ts'

type Invoice = Omit<StoredInvoice, 'status'>

type IssuedInvoice = { invoice: Invoice; items: Item[]; isAgain?: boolean }

export const invoiceIssued = (to: To, { invoice, items, isAgain }: IssuedInvoice) => {
  const { invoiceNumber, amountCents, paidCents, creditedCents, balanceCents, dueDate } = invoice
  return toCustomer(to, {
    kind: isAgain ? 'payment-reminder' : 'invoice-issued',
    subject: `Invoice ${invoiceNumber} from ${to.config.productName}${isAgain ? ', sent again' : ''}`,
    paragraphs: [
      ...(isAgain ? ['Here is another copy of your invoice.'] : []),
      balanceCents > 0
        ? `${outstandingSentence(invoice)} is due on ${formatDate(dueDate)}.`
        : `${invoiceSentence(invoice)} was paid in full from your credit. Nothing to pay.`,
      facts([
        { label: 'Invoice', value: invoiceNumber },
        periodFact(invoice),
        moneyFact('Amount', amountCents),
        paidCents > 0 && moneyFact(isAgain ? 'Paid' : 'Paid from credit', paidCents),
        creditedCents > 0 && moneyFact('Credited', creditedCents),
        moneyFact('To pay', balanceCents),
        balanceCents > 0 && dayFact('Due on', dueDate),
      ]),
      ...(items.length > 0 ? [{ entries: items.map(entryOf) }] : []),
      ...(balanceCents > 0 ? howToPay(to.config, invoice) : []),
      'The invoice is attached as a PDF.',
    ],
    action: openInvoice(to.config, invoice),
  })
}

type Amounts = Pick<Invoice, 'invoiceNumber' | 'amountCents' | 'balanceCents'>

const invoiceSentence = ({ invoiceNumber, amountCents }: Omit<Amounts, 'balanceCents'>) =>
  `Invoice ${invoiceNumber} for ${formatRand(amountCents)}`

export const outstandingSentence = (invoice: Amounts) =>
  invoice.balanceCents < invoice.amountCents
    ? `${formatRand(invoice.balanceCents)} of invoice ${invoice.invoiceNumber}`
    : invoiceSentence(invoice)

const periodFact = ({ firstDay, lastDay }: Pick<Invoice, 'firstDay' | 'lastDay'>) =>
  firstDay !== null &&
  lastDay !== null && { label: 'Period', value: `${formatDate(firstDay)} to ${formatDate(lastDay)}` }

/** '+5 seats' already contains the quantity. */
const entryOf = ({ description, quantity, amountCents }: Item) => ({
  description: quantity > 1 && !/^[+-]/.test(description) ? `${quantity} × ${description}` : description,
  amount: formatRand(amountCents),
})

export const paymentReceived = (
  to: To,
  { invoice, amountCents, creditCents }: { invoice: Invoice; amountCents: number; creditCents: number },
) => {
  const { invoiceNumber, balanceCents } = invoice
  return toCustomer(to, {
    kind: 'payment-received',
    subject: `Payment received for invoice ${invoiceNumber}`,
    paragraphs: [
      `Thank you: we have received ${formatRand(amountCents)} for invoice ${invoiceNumber}. ${balanceSentence(invoice)}`,
      facts([
        { label: 'Invoice', value: invoiceNumber },
        moneyFact('Amount', invoice.amountCents),
        moneyFact('Received', amountCents),
        moneyFact('Left to pay', balanceCents),
      ]),
      ...availableCredit(creditCents),
      'The updated invoice is attached as a PDF.',
    ],
    action: openInvoice(to.config, invoice),
  })
}

const balanceSentence = ({ balanceCents, dueDate, isLate }: Invoice) =>
  balanceCents > 0
    ? `${formatRand(balanceCents)} is left to pay, ${isLate ? 'which was ' : ''}due on ${formatDate(dueDate)}.`
    : 'It is paid in full.'

type CreditedInvoice = {
  invoice: Invoice
  creditNote: { creditNoteNumber: string; amountCents: number; reason: string }
  creditCents: number
}

export const invoiceCredited = (to: To, { invoice, creditNote, creditCents }: CreditedInvoice) => {
  const { invoiceNumber, balanceCents } = invoice
  const { creditNoteNumber, amountCents, reason } = creditNote
  return toCustomer(to, {
    kind: 'invoice-credited',
    subject: `Credit note ${creditNoteNumber} for invoice ${invoiceNumber}`,
    paragraphs: [
      `We have credited ${formatRand(amountCents)} of invoice ${invoiceNumber}. ${balanceCents > 0 ? balanceSentence(invoice) : 'Nothing is left to pay.'}`,
      facts([
        { label: 'Credit note', value: creditNoteNumber },
        { label: 'Invoice', value: invoiceNumber },
        moneyFact('Amount', invoice.amountCents),
        moneyFact('Credited', amountCents),
        moneyFact('Left to pay', balanceCents),
        { label: 'Reason', value: reason },
      ]),
      ...availableCredit(creditCents),
      'The credit note is attached as a PDF.',
    ] satisfies Block[],
    action: openInvoice(to.config, invoice),
  })
}

import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Amount, PositiveAmount, formatRand, toCents } from '#contract/money.ts'
import { Day, Instant, line, optionalLine, paragraph, RecentDay } from '#contract/text.ts'
import { Invoice, isCounted, isOutstanding, PaymentKind, POSITIVE } from './invoices.ts'

export const Payment = z.object({
  id: z.uuid(),
  kind: PaymentKind,
  /** Rand with two decimals; negative for money that leaves the invoice. */
  amount: z.string(),
  receivedOn: Day,
  reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
  isReversed: z.boolean(),
  createdAt: Instant,
})
export type Payment = z.infer<typeof Payment>

/** Each payment can be reversed once. Its credit entries are reversed with it. */
export const canReverse = ({ kind, isReversed }: Pick<Payment, 'kind' | 'isReversed'>) =>
  kind === 'payment' && !isReversed

export const CreditNote = z.object({
  id: z.uuid(),
  creditNoteNumber: z.string(),
  amount: z.string(),
  reason: z.string(),
  createdAt: Instant,
  url: z.string(),
})
export type CreditNote = z.infer<typeof CreditNote>

const InvoiceItem = z.object({ description: z.string(), quantity: z.int32(), amount: z.string() })

export const InvoiceDetail = z.extend(Invoice, {
  items: z.array(InvoiceItem),
  vat: z.nullable(z.object({ percent: z.number(), amount: z.string() })),
  /** All lists are oldest first. */
  payments: z.array(Payment),
  creditNotes: z.array(CreditNote),
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

/** For staff only. Oldest first. */
export const InvoiceHistory = z.array(
  z.object({
    at: Instant,
    by: z.string(),
    what: z.enum(['status', 'reminder']),
    /** The new status, or the days from the due day to the reminder (negative before it). */
    detail: z.string(),
  }),
)
export type InvoiceHistory = z.infer<typeof InvoiceHistory>

const amount = PositiveAmount(POSITIVE)

/** Checked on the server, whose clock decides which day is today. */
export const FUTURE_PAYMENT = 'The payment date can’t be in the future.'

const MoneyDay = RecentDay('payment date')

const shown = z.optional(Amount('An amount on screen must be an amount such as 1234.50'))

export const PaymentDraft = z.object({
  amount,
  method: z._default(z.optional(z.enum(['eft', 'credit'])), 'eft'),
  receivedOn: MoneyDay,
  reference: optionalLine(60),
  /** The balance on screen when the payment was entered. Stops two admins from recording the same payment. */
  owed: shown,
  confirmOverpayment: z.optional(z.boolean()),
})
export type PaymentDraft = z.infer<typeof PaymentDraft>

const reason = paragraph({ max: 500, message: 'Please give a reason' })

/** With the balance and the credited amount on screen: 409 if they are others by now. */
export const CreditNoteDraft = z.object({ amount, reason, owed: shown, credited: shown })
export type CreditNoteDraft = z.infer<typeof CreditNoteDraft>

export const ReversalDraft = z.object({ reason })
export type ReversalDraft = z.infer<typeof ReversalDraft>

export const RefundDraft = z.object({
  amount,
  receivedOn: MoneyDay,
  reference: line({ max: 60, message: 'Please give the bank reference' }),
  /** On screen: 409 if it is another by now. */
  credit: shown,
})
export type RefundDraft = z.infer<typeof RefundDraft>

export const canPay = isOutstanding

/** A larger excess is more likely a typo than bank charges or rounding. */
const OVERPAYMENT_PERCENT = 5

/** Returns whether a payment needs confirmation. Credit never pays more than the balance. */
export const isOverpayment = ({ amount, method }: Pick<PaymentDraft, 'amount' | 'method'>, balance: string) =>
  method === 'eft' && toCents(amount) * 100 > toCents(balance) * (100 + OVERPAYMENT_PERCENT)

export const overpaymentSentence = (amount: string, balance: string) =>
  `${formatRand(toCents(amount))} is ${formatRand(toCents(amount) - toCents(balance))} more than is outstanding. The rest becomes credit.`

export const CONFIRM_OVERPAYMENT = 'Send confirmOverpayment: true to record it.'

export const canCredit = (invoice: Pick<Invoice, 'status' | 'amount' | 'creditedAmount'>) =>
  isCounted(invoice) && toCents(invoice.creditedAmount) < toCents(invoice.amount)

export const NOTHING_TO_PAY = 'Nothing is outstanding on this invoice.'
export const OWED_MEANWHILE =
  'The balance of this invoice has changed: someone may have recorded the same payment. Check it and try again.'
export const CREDIT_MEANWHILE =
  'The credit of this organization has changed: someone may have recorded the same refund. Check it and try again.'
export const NOT_ENOUGH_CREDIT = 'The organization does not have that much credit.'
export const TOO_MUCH_CREDIT = 'A credit note can’t be larger than the uncredited part of the invoice.'
export const CANNOT_CREDIT = 'Only an issued invoice can be credited.'
export const NOTHING_TO_CREDIT = 'All of this invoice has been credited already.'
export const CANNOT_REVERSE = 'Only a payment can be reversed, and only once.'
export const CREDITED_IN_FULL = 'This invoice was credited in full. It can’t be reopened.'
export const REBILLED = 'Another invoice bills, or will bill, the same items. This one can’t be reopened.'

const adminInvoice = '/api/admin/billing/invoices/:id'

export const payments = {
  read: {
    method: 'GET',
    url: '/api/invoices/:id',
    config: { access: 'signed-in invoices:read' },
    schema: {
      summary: 'Get an invoice with its lines, payments and credit notes',
      params: IdParams,
      response: { 200: InvoiceDetail, ...refusals },
    },
  },
  history: {
    method: 'GET',
    url: `${adminInvoice}/history`,
    config: { access: 'admin invoices:read' },
    schema: {
      summary: 'List the status changes and reminders of an invoice',
      params: IdParams,
      response: { 200: InvoiceHistory, ...refusals },
    },
  },
  record: {
    method: 'POST',
    url: `${adminInvoice}/payments`,
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary:
        'Record a payment for an invoice, in part, in full or more: the excess becomes credit. More than 5% above the balance needs confirmOverpayment',
      params: IdParams,
      body: PaymentDraft,
      response: { 201: InvoiceDetail, ...refusals },
    },
  },
  reverse: {
    method: 'POST',
    url: '/api/admin/billing/payments/:id/reversal',
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Reverse a payment that bounced or was recorded by mistake',
      params: IdParams,
      body: ReversalDraft,
      response: { 201: InvoiceDetail, ...refusals },
    },
  },
  credit: {
    method: 'POST',
    url: `${adminInvoice}/credit-notes`,
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Credit all or part of an invoice. Amounts already paid become credit',
      params: IdParams,
      body: CreditNoteDraft,
      response: { 201: InvoiceDetail, ...refusals },
    },
  },
  downloadCreditNote: {
    method: 'GET',
    url: '/api/credit-notes/:id/download',
    config: { access: 'signed-in invoices:read', serves: 'file' },
    schema: { summary: 'The credit note as PDF', params: IdParams, response: { ...refusals } },
  },
  refund: {
    method: 'POST',
    url: '/api/admin/organizations/:id/refunds',
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Record a refund of an organization’s credit',
      params: IdParams,
      body: RefundDraft,
      response: { 201: Payment, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>

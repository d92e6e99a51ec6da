import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { listQuery } from '#contract/lists.ts'
import { Amount, toCents } from '#contract/money.ts'
import { Day, Instant, line, optionalParagraph } from '#contract/text.ts'

export const InvoiceStatus = z.enum(['draft', 'issued', 'pending', 'paid', 'overdue', 'failed', 'cancelled', 'void'])
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

export const Invoice = z.object({
  id: z.uuid(),
  invoiceNumber: z.string(),
  organizationId: z.uuid(),
  organizationName: z.string(),
  isManual: z.boolean(),
  /** Rand with two decimals; both names mean the same. */
  amount: z.string(),
  totalAmount: z.string(),
  /** What is still to be paid of it: amount − paidAmount − creditedAmount. Of what is counted, 0 exactly when it is paid. */
  balance: z.string(),
  paidAmount: z.string(),
  /** What credit notes took back of it. */
  creditedAmount: z.string(),
  currency: z.literal('ZAR'),
  status: InvoiceStatus,
  dueDate: Day,
  paidAt: z.nullable(Instant),
  createdAt: Instant,
  /** The period it bills, if it bills one. */
  periodStart: z.nullable(Instant),
  periodEnd: z.nullable(Instant),
  /** Where its PDF is, the uploaded or a generated one. A draft has none yet. */
  invoiceUrl: z.nullable(z.string()),
  notes: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof Invoice>

/** Money that came, went back or was paid out; credit that was kept from a payment or a credit note, or used for an invoice. */
export const PaymentKind = z.enum(['payment', 'reversal', 'credit_kept', 'credit_used', 'refund'])
export type PaymentKind = z.infer<typeof PaymentKind>

/** Standard rate since April 2018. What an invoice contains is stored with it, so that a new rate leaves old ones alone. */
export const VAT_BASIS_POINTS = 1500

type Status = Pick<Invoice, 'status'>

/** A customer still has to pay it. */
export const isOwed = ({ status }: Status) =>
  status === 'issued' || status === 'pending' || status === 'overdue' || status === 'failed'

/** What totals and counts are made of: paid or owed. A draft is not issued yet; void and cancelled ones were taken back. */
export const isCounted = (invoice: Status) => isOwed(invoice) || invoice.status === 'paid'

/** The due day is over: an invoice that is still outstanding then is overdue. `today`: in the vendor's time zone. */
export const isPastDue = ({ dueDate }: Pick<Invoice, 'dueDate'>, today: string) => dueDate < today

/** The buttons of 'All Invoices'; the status select beside them sets any status from any. */
export const canMarkPaid = ({ status }: Status) => status !== 'paid'
export const canMarkOverdue = ({ status }: Status) => status !== 'paid' && status !== 'overdue'

/** Nothing is owed on what is paid, or was taken back. */
export const isSettled = ({ status }: Pick<Invoice, 'status'>) =>
  status === 'paid' || status === 'void' || status === 'cancelled'

type Money = Pick<Invoice, 'amount' | 'balance' | 'creditedAmount'>

/** Something was paid or credited of it, but not all. */
export const isPartlyPaid = (invoice: Status & Money) => isOwed(invoice) && invoice.balance !== invoice.amount

/** Whatever was paid of it is kept as credit. */
export const isCreditedInFull = ({ amount, creditedAmount }: Money) => amount === creditedAmount

const POSITIVE = 'Amount must be more than 0, with at most two decimals'

const NO_DAY = 'Due date is required'

const facts = {
  organizationId: z.uuid('Organization is required'),
  invoiceNumber: line({ max: 60, message: 'Invoice number is required' }),
  amount: Amount('Amount is required').check(z.refine((amount) => toCents(amount) > 0, POSITIVE)),
  dueDate: z.pipe(z.string(NO_DAY).check(z.minLength(1, NO_DAY)), Day),
  notes: optionalParagraph(2000),
}

/** What an invoice is, sent as a form. Its PDF comes along as a file, or is printed where none does. */
export const InvoiceFacts = z.object(facts)
export type InvoiceFacts = z.infer<typeof InvoiceFacts>

export const InvoiceUpload = z.object({
  ...facts,
  /** The upload URL that took the PDF. */
  pdfUrl: z
    .string('Please upload the invoice PDF')
    .check(z.minLength(1, 'Please upload the invoice PDF'), z.maxLength(2000)),
})
export type InvoiceUpload = z.infer<typeof InvoiceUpload>

export const NUMBER_TAKEN = 'An invoice with this number already exists.'

/** What one organization was billed. Amounts in rand with two decimals. */
export const BillingOverviewRow = z.object({
  organizationId: z.uuid(),
  organizationName: z.string(),
  /** Seats of the live subscription, 0 without one. */
  numberOfLicenses: z.number(),
  /** A month of one seat; '0.00' without a subscription. */
  pricePerLicense: z.string(),
  subscriptionStatus: z.enum(['active', 'cancelled', 'none']),
  /** How many are counted (`isCounted`). */
  totalInvoices: z.number(),
  totalPaid: z.string(),
  totalUnpaid: z.string(),
  /** How many have the status overdue. */
  overdueInvoices: z.number(),
})
export type BillingOverviewRow = z.infer<typeof BillingOverviewRow>

export const InvoiceStatusChange = z.object({ status: InvoiceStatus })

const SubscriptionState = z.object({ status: z.string(), currentPeriodEnd: Instant })

/** What a status change would do besides the status itself. Amounts in rand with two decimals. */
export const StatusChangePreview = z.object({
  /** Recorded as received today. */
  recordedAmount: z.string(),
  /** Payments that are reversed. */
  reversedAmount: z.string(),
  /** Returned to the organization's credit. */
  returnedCredit: z.string(),
  /** Numbers of other invoices that become outstanding again: credit from this one had paid them. */
  reopened: z.array(z.string()),
  /** The subscription before and after. Null where it does not change. */
  subscription: z.nullable(z.object({ before: SubscriptionState, after: SubscriptionState })),
  /** Emails that are sent, by their kind. */
  emails: z.array(z.object({ kind: z.string(), to: z.string() })),
})
export type StatusChangePreview = z.infer<typeof StatusChangePreview>

const adminUrl = '/api/admin/billing'

export const invoices = {
  list: {
    method: 'GET',
    url: '/api/invoices',
    config: { access: 'signed-in' },
    schema: {
      summary: 'List the organization’s invoices without drafts, newest first; admins see all',
      querystring: listQuery(InvoiceStatus),
      response: { 200: z.array(Invoice), ...refusals },
    },
  },
  overview: {
    method: 'GET',
    url: `${adminUrl}/overview`,
    config: { access: 'admin' },
    schema: {
      summary: 'List what each organization was billed, has paid and has outstanding, by name',
      response: { 200: z.array(BillingOverviewRow), ...refusals },
    },
  },
  listAll: {
    method: 'GET',
    url: `${adminUrl}/invoices`,
    config: { access: 'admin' },
    schema: {
      summary: 'List the invoices of all organizations or of one, with drafts, newest first',
      querystring: z.extend(listQuery(InvoiceStatus), { organizationId: z.optional(z.uuid()) }),
      response: { 200: z.array(Invoice), ...refusals },
    },
  },
  setStatus: {
    method: 'PATCH',
    url: `${adminUrl}/invoices/:id/status`,
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Set any status. A paid invoice always has paidAt and a balance of 0',
      params: IdParams,
      body: InvoiceStatusChange,
      response: { 200: Invoice, ...refusals },
    },
  },
  previewStatus: {
    method: 'GET',
    url: `${adminUrl}/invoices/:id/status-preview`,
    config: { access: 'admin' },
    schema: {
      summary: 'Preview a status change: payments, credit, the subscription and emails. Changes nothing',
      params: IdParams,
      querystring: InvoiceStatusChange,
      response: { 200: StatusChangePreview, ...refusals },
    },
  },
  upload: {
    method: 'POST',
    url: `${adminUrl}/invoices/upload`,
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Issue an invoice with an uploaded PDF, or as multipart/form-data with or without a PDF',
      body: InvoiceUpload,
      response: { 201: Invoice, ...refusals },
    },
  },
  download: {
    method: 'GET',
    url: '/api/invoices/:id/download',
    config: { access: 'signed-in' },
    schema: { summary: 'The invoice as PDF', params: IdParams, response: { ...refusals } },
  },
} as const satisfies Record<string, Endpoint>

/** Amounts in rand with two decimals. */
export const UpcomingInvoice = z.object({
  issuedOn: Day,
  dueDate: Day,
  amount: z.string(),
  items: z.array(z.object({ description: z.string(), quantity: z.number(), amount: z.string() })),
})
export type UpcomingInvoice = z.infer<typeof UpcomingInvoice>

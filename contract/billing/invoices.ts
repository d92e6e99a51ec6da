import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { filterQuery, listQuery, PAGE } from '#contract/lists.ts'
import { Amount, PositiveAmount } from '#contract/money.ts'
import { Day, Instant, line, optionalParagraph, RecentDay } from '#contract/text.ts'
import { AGES } from './ages.ts'

export const InvoiceStatus = z.enum(['draft', 'issued', 'pending', 'paid', 'overdue', 'failed', 'cancelled', 'void'])
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

export const Invoice = z.object({
  id: z.uuid(),
  invoiceNumber: z.string(),
  organizationId: z.uuid(),
  organizationName: z.string(),
  isManual: z.boolean(),
  /** Rand with two decimals. `amount` and `totalAmount` are always equal. */
  amount: z.string(),
  totalAmount: z.string(),
  /** amount − paidAmount − creditedAmount; 0 exactly when a counted invoice is paid. */
  balance: z.string(),
  paidAmount: z.string(),
  creditedAmount: z.string(),
  currency: z.literal('ZAR'),
  status: InvoiceStatus,
  dueDate: Day,
  paidAt: z.nullable(Instant),
  createdAt: Instant,
  /** Null if the invoice bills no period. */
  periodStart: z.nullable(Instant),
  periodEnd: z.nullable(Instant),
  /** URL of the uploaded or generated PDF. Null for a draft. */
  invoiceUrl: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** Only for admins, in lists: the customer has sent a proof of payment, and no payment was recorded since. */
  hasProof: z.optional(z.boolean()),
})
export type Invoice = z.infer<typeof Invoice>

export const PaymentKind = z.enum(['payment', 'reversal', 'credit_kept', 'credit_used', 'refund'])
export type PaymentKind = z.infer<typeof PaymentKind>

/** South African standard rate since April 2018. Each invoice stores its own rate, so a new rate leaves old invoices alone. */
export const VAT_BASIS_POINTS = 1500

type Status = Pick<Invoice, 'status'>

const phases: Record<InvoiceStatus, 'draft' | 'outstanding' | 'paid' | 'voided'> = {
  draft: 'draft',
  issued: 'outstanding',
  pending: 'outstanding',
  paid: 'paid',
  overdue: 'outstanding',
  failed: 'outstanding',
  cancelled: 'voided',
  void: 'voided',
}

export const isOutstanding = ({ status }: Status) => phases[status] === 'outstanding'

/** Void or cancelled. Another invoice may have replaced it. */
export const isVoided = ({ status }: Status) => phases[status] === 'voided'

/** Excludes drafts, void and cancelled invoices from totals and counts. */
export const isCounted = (invoice: Status) => isOutstanding(invoice) || invoice.status === 'paid'

/** `today` is a day in the vendor's time zone. */
export const isPastDue = ({ dueDate }: Pick<Invoice, 'dueDate'>, today: string) => dueDate < today

export const canMarkPaid = ({ status }: Status) => status !== 'paid'
export const canMarkOverdue = ({ status }: Status) => status !== 'paid' && status !== 'overdue'

/** False for a draft, which will be due. */
export const hasNothingDue = (invoice: Status) => invoice.status === 'paid' || isVoided(invoice)

type Money = Pick<Invoice, 'amount' | 'balance' | 'creditedAmount'>

export const isPartlyPaid = (invoice: Status & Money) => isOutstanding(invoice) && invoice.balance !== invoice.amount

export const isCreditedInFull = ({ amount, creditedAmount }: Pick<Invoice, 'amount' | 'creditedAmount'>) =>
  amount === creditedAmount

/** When it was paid. Null also if all of it was credited: then nothing was paid in the end. */
export const paidOn = (invoice: Pick<Invoice, 'amount' | 'creditedAmount' | 'paidAt'>) =>
  isCreditedInFull(invoice) ? null : invoice.paidAt

export const POSITIVE = 'Amount must be more than 0, with at most two decimals'

export const DueDay = RecentDay('due date')

const NO_DAY = 'Due date is required'

const facts = {
  organizationId: z.uuid('Organization is required'),
  invoiceNumber: line({ max: 60, message: 'Invoice number is required' }),
  amount: PositiveAmount(POSITIVE, 'Amount is required'),
  dueDate: z.pipe(z.string(NO_DAY).check(z.minLength(1, NO_DAY)), DueDay),
  notes: optionalParagraph(2000),
}

export const InvoiceFacts = z.object(facts)
export type InvoiceFacts = z.infer<typeof InvoiceFacts>

export const InvoiceUpload = z.object({
  ...facts,
  pdfUrl: z
    .string('Please upload the invoice PDF')
    .check(z.minLength(1, 'Please upload the invoice PDF'), z.maxLength(2000)),
})
export type InvoiceUpload = z.infer<typeof InvoiceUpload>

export const NUMBER_TAKEN = 'An invoice with this number already exists.'

/** Amounts in rand with two decimals. */
export const BillingOverviewRow = z.object({
  organizationId: z.uuid(),
  organizationName: z.string(),
  numberOfLicenses: z.int32(),
  /** For one seat and one month; '0.00' without a subscription. */
  pricePerLicense: z.string(),
  subscriptionStatus: z.enum(['active', 'trial', 'cancelled', 'none']),
  totalInvoices: z.int32(),
  totalPaid: z.string(),
  totalUnpaid: z.string(),
  overdueInvoices: z.int32(),
})
export type BillingOverviewRow = z.infer<typeof BillingOverviewRow>

export const InvoiceStatusChange = z.object({ status: InvoiceStatus })

const InvoiceStatusUpdate = z.extend(InvoiceStatusChange, {
  /** The status and balance on screen when the change was chosen. Stops a change of an invoice that someone else has changed. */
  from: z.optional(InvoiceStatus),
  owed: z.optional(Amount('The balance must be an amount such as 1234.50')),
})
export type InvoiceStatusUpdate = z.infer<typeof InvoiceStatusUpdate>

export const CHANGED_MEANWHILE =
  'Someone has changed this invoice or recorded a payment for it. Check it and try again.'

/** Of the list of all organizations' invoices, and of its CSV. */
export const InvoiceFilter = z.extend(filterQuery(InvoiceStatus), {
  organizationId: z.optional(z.uuid()),
  /** Only outstanding invoices, so many days overdue. */
  age: z.optional(z.enum(AGES)),
  /** Both included. */
  dueFrom: z.optional(Day),
  dueTo: z.optional(Day),
})
export type InvoiceFilter = z.infer<typeof InvoiceFilter>

const adminUrl = '/api/admin/billing'

export const invoices = {
  list: {
    method: 'GET',
    url: '/api/invoices',
    config: { access: 'signed-in invoices:read' },
    schema: {
      summary: 'List the organization’s invoices without drafts, newest first; admins see all',
      querystring: listQuery(InvoiceStatus),
      response: { 200: z.array(Invoice), ...refusals },
    },
  },
  overview: {
    method: 'GET',
    url: `${adminUrl}/overview`,
    config: { access: 'admin invoices:read' },
    schema: {
      summary: 'List what each organization was billed, has paid and has outstanding, by name',
      response: { 200: z.array(BillingOverviewRow), ...refusals },
    },
  },
  listAll: {
    method: 'GET',
    url: `${adminUrl}/invoices`,
    config: { access: 'admin invoices:read' },
    schema: {
      summary: 'List the invoices of all organizations, or of one, one age or some due days, with drafts, newest first',
      querystring: z.extend(InvoiceFilter, PAGE),
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
      body: InvoiceStatusUpdate,
      response: { 200: Invoice, ...refusals },
    },
  },
  upload: {
    method: 'POST',
    url: `${adminUrl}/invoices/upload`,
    config: { access: 'admin', stepUp: true, consequence: 'money', refuses: [404, 507] },
    schema: {
      summary: 'Issue an invoice with an uploaded PDF, or as multipart/form-data with or without a PDF',
      body: InvoiceUpload,
      response: { 201: Invoice, ...refusals },
    },
  },
  download: {
    method: 'GET',
    url: '/api/invoices/:id/download',
    config: { access: 'signed-in invoices:read', serves: 'file' },
    schema: { summary: 'The invoice as PDF', params: IdParams, response: { ...refusals } },
  },
} as const satisfies Record<string, Endpoint>

export const UpcomingInvoice = z.object({
  issuedOn: Day,
  dueDate: Day,
  amount: z.string(),
  items: z.array(z.object({ description: z.string(), quantity: z.int32(), amount: z.string() })),
})
export type UpcomingInvoice = z.infer<typeof UpcomingInvoice>

/** The next invoice before and after a change. Null if none follows or it is already issued. */
export const NextInvoicePreview = z.object({ before: z.nullable(UpcomingInvoice), after: z.nullable(UpcomingInvoice) })
export type NextInvoicePreview = z.infer<typeof NextInvoicePreview>

import * as z from 'zod/mini'
import { Cancellation } from '#contract/billing/subscriptions/cancellation.ts'
import { Invoice, NextInvoicePreview, UpcomingInvoice } from '#contract/billing/invoices.ts'
import { Payment } from '#contract/billing/payments.ts'
import { Subscription, SubscriptionStatus } from '#contract/billing/subscriptions.ts'
import { BillingType } from '#contract/billing/terms.ts'
import { hasChange, IdParams, IfMatch, refusals, type Endpoint } from '#contract/endpoint.ts'
import { REASON_REQUIRED, SuspensionReason } from '#contract/identity/session.ts'
import { Search } from '#contract/lists.ts'
import { Amount } from '#contract/money.ts'
import { organizationName } from '#contract/names.ts'
import { NOTE_MAX } from '#contract/operations/customer-notes.ts'
import { Day, emailAddress, Instant, line, optionalParagraph, paragraph } from '#contract/text.ts'

/** How its subscription is paid: 'overdue' if an invoice is past its due day before the subscription itself is past due. */
export const BillingStatus = z.enum([...SubscriptionStatus.options, 'trial', 'overdue', 'none'])
export type BillingStatus = z.infer<typeof BillingStatus>

export const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  contactEmail: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Seats of the live subscription, 0 without one. */
  numberOfLicenses: z.int32(),
  billingType: BillingType,
  isActive: z.boolean(),
  /** 'suspended', else the live subscription's status, else 'none'. */
  subscriptionStatus: z.enum(['suspended', ...SubscriptionStatus.options, 'none']),
  billingStatus: BillingStatus,
  isTrial: z.boolean(),
  /** Rand with two decimals. */
  twelveMonthValue: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Organization = z.infer<typeof Organization>

/** A second live subscription is refused; the price and seats of the first are changed instead. */
export const canSubscribe = ({ subscriptionStatus }: Pick<Organization, 'subscriptionStatus'>) =>
  subscriptionStatus === 'none'

/** A suspended one is reactivated, every other one can be suspended. */
export const canReactivate = ({ subscriptionStatus }: Pick<Organization, 'subscriptionStatus'>) =>
  subscriptionStatus === 'suspended'

/** Filter of the list, applied by the screen and the export alike. */
export const OrganizationFilter = z.object({
  search: Search,
  /** The badge: suspended organizations and those that wait for approval are inactive. */
  status: z.optional(z.enum(['active', 'inactive'])),
  billingType: z.optional(BillingType),
  billingStatus: z.optional(BillingStatus),
})
export type OrganizationFilter = z.infer<typeof OrganizationFilter>

/** For `filter`: name or contact address has the text, and the rest is as wanted. */
export const isWanted = ({ search = '', status, billingType, billingStatus }: OrganizationFilter) => {
  const wanted = search.trim().toLowerCase()
  return (organization: Organization) =>
    `${organization.name}\n${organization.contactEmail}`.toLowerCase().includes(wanted) &&
    (!status || organization.isActive === (status === 'active')) &&
    (!billingType || organization.billingType === billingType) &&
    (!billingStatus || organization.billingStatus === billingStatus)
}

/** Omitted fields keep their values; an empty phone or address is removed. */
export const OrganizationChanges = z
  .partial(
    z.object({
      name: organizationName({ max: 200, message: 'Organization name is required' }),
      contactEmail: emailAddress('Invalid email address'),
      phone: z.nullable(line({ min: 0, max: 40 })),
      address: z.nullable(paragraph({ min: 0, max: 500 })),
    }),
  )
  .check(hasChange())
export type OrganizationChanges = z.infer<typeof OrganizationChanges>

/** The one source of every price of the organization. */
export const Pricing = z.object({ twelveMonthValue: Amount('Twelve-month value must be an amount such as 2994.00') })

/** As the screen showed them: for how many licenses the price is, and which price it replaces. 409 if either has changed since. */
const PricingUpdate = z.extend(Pricing, {
  seatsFrom: z.optional(z.int()),
  twelveMonthFrom: z.optional(Amount('twelveMonthFrom must be an amount such as 2994.00')),
})
export type PricingUpdate = z.infer<typeof PricingUpdate>

/** Reactivating needs no reason. */
export const Suspension = z
  .object({
    suspend: z.boolean('suspend must be true or false'),
    reason: z.optional(SuspensionReason.shape.reason),
    /** Kept as an internal note about the organization. */
    note: optionalParagraph(NOTE_MAX),
  })
  .check(
    z.refine(({ suspend, reason }) => !suspend || reason !== undefined, { path: ['reason'], message: REASON_REQUIRED }),
  )

export const SuspensionResult = z.object({
  organization: Organization,
  /** Licenses whose status this call has changed; 0 when there was nothing left to do. */
  affectedLicenses: z.int32(),
})

const BilledAdjustment = z.object({
  id: z.uuid(),
  adjustmentType: z.enum(['seats_added', 'seats_removed']),
  deltaQuantity: z.int32(),
  /** Rand a month, with two decimals, at the price per license of today. */
  amount: z.string(),
  reason: z.nullable(z.string()),
  effectiveDate: Instant,
  status: z.enum(['pending', 'applied', 'dropped', 'failed']),
})

const BilledInvoice = z.extend(Invoice, { items: z.array(z.object({ description: z.string(), amount: z.string() })) })

/** Customers pay by EFT, so this list is empty. */
const PaymentMethod = z.object({
  id: z.uuid(),
  type: z.string(),
  last4: z.string(),
  expiryMonth: z.int32(),
  expiryYear: z.int32(),
  isDefault: z.boolean(),
  status: z.string(),
})

/** At most this many invoices and adjustments come with the detail, the newest. */
export const DETAIL_ROWS = 100

/** Everything about one organization's money. Amounts in rand with two decimals. */
export const OrganizationBilling = z.object({
  organization: Organization,
  /** Issued invoices only; drafts, void and cancelled invoices are not counted. */
  summary: z.object({
    totalInvoiced: z.string(),
    totalPaid: z.string(),
    totalOutstanding: z.string(),
    paidInvoiceCount: z.int32(),
    invoiceCount: z.int32(),
  }),
  subscription: z.nullable(Subscription),
  cancellation: z.nullable(Cancellation), // Null unless canceled.
  adjustments: z.array(BilledAdjustment),
  invoices: z.array(BilledInvoice),
  paymentMethods: z.array(PaymentMethod),
  /** The newest movements of money and credit, newest first, each with the number of its invoice. */
  payments: z.array(z.extend(Payment, { invoiceId: z.nullable(z.uuid()), invoiceNumber: z.nullable(z.string()) })),
  /** Paid or credited, and waiting for the next invoice. */
  credit: z.string(),
  upcomingInvoice: z.nullable(UpcomingInvoice),
  /** Null: not suspended. For staff only; the reason is null where the suspension is older than reasons are. */
  suspension: z.nullable(z.object({ since: Instant, reason: z.nullable(z.string()) })),
  /** The last day on which it is not reminded of what it owes. Null: it is reminded. */
  remindersPausedUntil: z.nullable(Day),
})
export type OrganizationBilling = z.infer<typeof OrganizationBilling>

const url = '/api/admin/organizations'

export const organizations = {
  list: {
    method: 'GET',
    url,
    config: { access: 'admin customers:read' },
    schema: {
      summary: 'All organizations, newest first; page and limit are ignored',
      response: { 200: z.array(Organization), ...refusals },
    },
  },
  names: {
    method: 'GET',
    url: `${url}/names`,
    config: { access: 'admin customers:read' },
    schema: {
      summary: 'All organizations by name, to choose one',
      response: { 200: z.array(z.pick(Organization, { id: true, name: true, contactEmail: true })), ...refusals },
    },
  },
  export: {
    method: 'GET',
    url: `${url}/export`,
    config: { access: 'admin customers:read' },
    schema: {
      summary: 'The organizations that match, as CSV',
      querystring: OrganizationFilter,
      response: { ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: `${url}/:id`,
    config: { access: 'admin customers:write', harmless: 'Changes contact details, not access or prices' },
    schema: {
      summary: 'Rename an organization, or change how it is reached. If-Match refuses to overwrite a newer change',
      params: IdParams,
      headers: IfMatch,
      body: OrganizationChanges,
      response: { 200: Organization, ...refusals },
    },
  },
  setPricing: {
    method: 'PATCH',
    url: `${url}/:id/pricing`,
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'What an organization pays in twelve months, from now on',
      params: IdParams,
      body: PricingUpdate,
      response: { 200: Organization, ...refusals },
    },
  },
  previewPricing: {
    method: 'GET',
    url: `${url}/:id/pricing-preview`,
    config: { access: 'admin customers:read' },
    schema: {
      summary: 'Preview the next invoice at another price. Changes nothing',
      params: IdParams,
      querystring: Pricing,
      response: { 200: NextInvoicePreview, ...refusals },
    },
  },
  suspend: {
    method: 'POST',
    url: `${url}/:id/suspend`,
    config: { access: 'admin', stepUp: true, consequence: 'device' },
    schema: {
      summary: 'Suspend an organization, for a reason: its licenses become inactive. Or reactivate it and restore them',
      params: IdParams,
      body: Suspension,
      response: { 200: SuspensionResult, ...refusals },
    },
  },
  billing: {
    method: 'GET',
    url: `${url}/:id/billing`,
    config: { access: 'admin customers:read' },
    schema: {
      summary: 'An organization’s subscription, seat changes, newest invoices and totals',
      params: IdParams,
      response: { 200: OrganizationBilling, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>

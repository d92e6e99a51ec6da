import * as z from 'zod/mini'
import { DAY } from '#contract/dates.ts'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Amount, toCents } from '#contract/money.ts'
import { Instant, line } from '#contract/text.ts'
import { BillingDetails, BillingDetailsChange } from './details.ts'
import { Invoice, UpcomingInvoice } from './invoices.ts'
import { BillingType } from './terms.ts'

export const SubscriptionStatus = z.enum(['active', 'past_due', 'canceled', 'unpaid'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const DEFAULT_PLAN = 'Standard Plan'
export const MAX_SEATS = 1_000_000

export const Subscription = z.object({
  id: z.uuid(),
  planName: z.string(),
  status: SubscriptionStatus,
  /** Rand with two decimals: a month's total, except on the dashboard, which sends twelve months. */
  price: z.string(),
  currency: z.literal('ZAR'),
  licenseLimit: z.number(),
  /** Undeleted licenses, which all count against the limit. */
  licensesUsed: z.number(),
  currentPeriodStart: Instant,
  currentPeriodEnd: z.nullable(Instant),
})
export type Subscription = z.infer<typeof Subscription>

type Period = Pick<Subscription, 'currentPeriodEnd'>

/** Days to the end of the period, a begun one counting as a whole. 0 or less once it is over, or without an end. */
export const daysUntilRenewal = ({ currentPeriodEnd }: Period, now = Date.now()) =>
  currentPeriodEnd ? Math.ceil((Date.parse(currentPeriodEnd) - now) / DAY) : 0

const isPeriodOver = ({ currentPeriodEnd }: Period, now: number) =>
  currentPeriodEnd !== null && Date.parse(currentPeriodEnd) < now

/** The next period was paid before its time and has become the present one: what runs until then ends where it starts. */
export const isPaidAhead = ({ currentPeriodStart }: Pick<Subscription, 'currentPeriodStart'>, now = Date.now()) =>
  Date.parse(currentPeriodStart) > now

/** 'overdue' is never stored: it is what the billing screen calls a period that is over and not renewed. */
export type ShownStatus = SubscriptionStatus | 'overdue'

/** What a screen shows instead of the stored status once the period is over: 'overdue' on billing, 'past_due' on the dashboard. */
export const shownStatus = <Late extends 'overdue' | 'past_due'>(
  subscription: Pick<Subscription, 'status' | 'currentPeriodEnd'>,
  late: Late,
  now = Date.now(),
): SubscriptionStatus | Late => (isPeriodOver(subscription, now) ? late : subscription.status)

/** The organization's admin may end what is running; what is over or canceled already cannot be canceled. */
export const canCancel = (subscription: Pick<Subscription, 'status' | 'currentPeriodEnd'>, now = Date.now()) =>
  shownStatus(subscription, 'overdue', now) === 'active'

/** An admin may end for a customer whatever goes on, also what is overdue. */
export const canCancelForCustomer = ({ status }: Pick<Subscription, 'status'>) => status !== 'canceled'

/** An admin may take a cancellation back until the period is over: then it has ended. */
export const canResume = (subscription: Pick<Subscription, 'status' | 'currentPeriodEnd'>, now = Date.now()) =>
  subscription.status === 'canceled' && !isPeriodOver(subscription, now)

/** Canceled, it has nothing left that was paid for: it ends with the call. */
export const endsAtOnce = (subscription: Pick<Subscription, 'status' | 'currentPeriodEnd'>, now = Date.now()) =>
  subscription.status === 'past_due' || subscription.status === 'unpaid' || isPeriodOver(subscription, now)

export const PendingAdjustment = z.object({
  id: z.uuid(),
  /** Positive adds seats, negative removes them. */
  deltaQuantity: z.number(),
  effectiveAt: Instant,
})
export type PendingAdjustment = z.infer<typeof PendingAdjustment>

/** Seats, price and plan of what is not renewed stay as they are to its end. */
export const canChangeSubscription = ({ status }: Pick<Subscription, 'status'>) => status !== 'canceled'

/** A number field of a form comes as text. */
const wholeNumber = (message: string) =>
  z.pipe(
    z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/, message)), z.transform(Number))], message),
    z.number().check(z.int(message), z.minimum(1, message), z.maximum(MAX_SEATS, message)),
  )

type Price = { pricePerLicense: string; licenseLimit: number }

/** Cents a month. */
export const monthlyTotal = ({ pricePerLicense, licenseLimit }: Price) => toCents(pricePerLicense) * licenseLimit

/** Cents. Every amount stays below 10^12 rand, the twelve-month value too. */
const TOO_MUCH = 10 ** 14
export const TOTAL_TOO_LARGE = 'The total is too large'
export const isTooMuch = (twelveMonthCents: number) => twelveMonthCents >= TOO_MUCH

export const SubscriptionDraft = z
  .object({
    planName: z._default(z.optional(line({ max: 120, message: 'Plan name is required' })), DEFAULT_PLAN),
    pricePerLicense: Amount('Price per license must be an amount such as 249.50'),
    licenseLimit: wholeNumber('Number of licenses must be a whole number of at least 1'),
    /** Left out: as the organization was billed before. */
    billingType: z.optional(BillingType),
    /** Whether the first period is billed at once; not where it was billed elsewhere. */
    isFirstPeriodBilled: z._default(z.optional(z.boolean()), true),
  })
  .check(
    z.refine((draft) => !isTooMuch(monthlyTotal(draft) * 12), {
      path: ['pricePerLicense'],
      error: TOTAL_TOO_LARGE,
    }),
  )
export type SubscriptionDraft = z.infer<typeof SubscriptionDraft>

/** Takes effect at once. What is left out stays as it is. */
export const SubscriptionChanges = z
  .partial(
    z.object({
      /** The total of a month. */
      price: Amount('Price must be an amount such as 2495.00'),
      licenseLimit: wholeNumber('Number of licenses must be a whole number of at least 1'),
      planName: line({ max: 120, message: 'Plan name is required' }),
      /** From the next invoice on that is not issued yet. */
      billingType: BillingType,
    }),
  )
  .check(
    z.refine((changes) => Object.values(changes).some((value) => value !== undefined), 'Nothing to change'),
    z.refine(({ price }) => price === undefined || !isTooMuch(toCents(price) * 12), {
      path: ['price'],
      error: TOTAL_TOO_LARGE,
    }),
  )
export type SubscriptionChanges = z.infer<typeof SubscriptionChanges>

export const ALREADY_SUBSCRIBED = 'This organization already has a subscription.'
export const SUBSCRIPTION_ENDED = 'This subscription has ended.'
export const CANCELED_CANNOT_CHANGE = 'This subscription is canceled. Resume it before you change it.'
export const ALREADY_CANCELED = 'This subscription is already canceled.'
export const CANNOT_RESUME = 'Only a canceled subscription that has not ended can be resumed.'
export const CANNOT_CANCEL = 'Only an active subscription can be canceled. Please contact sales.'
export const NO_OWN_ORGANIZATION = 'You do not belong to an organization.'

/** At most this many invoices come with the subscription, the newest; the others are read from the list. */
export const NEWEST_INVOICES = 100

export const Billing = z.object({
  subscription: z.nullable(Subscription),
  /** The newest, at most a hundred of `invoiceCount`. */
  invoices: z.array(Invoice),
  invoiceCount: z.number(),
  /** Rand with two decimals, over all invoices that are neither paid nor taken back. */
  outstanding: z.string(),
  pendingAdjustments: z.array(PendingAdjustment),
  /** Null for staff, as `details`. */
  billingType: z.nullable(BillingType),
  /** Rand with two decimals: seats that were added and are on no invoice yet. */
  unbilled: z.string(),
  /** The same, if it was canceled now: with those on the renewal that is taken back then, without those of what it renews. */
  unbilledIfCanceled: z.string(),
  /** What the portal will issue next, as things stand; null when nothing follows, or it is issued already. */
  upcomingInvoice: z.nullable(UpcomingInvoice),
  /** Rand with two decimals that were paid or credited and wait for the next invoice. */
  credit: z.string(),
  usage: z.object({ activeLicenses: z.number(), activeDevices: z.number() }),
  /** Null for staff, who belong to no organization. */
  details: z.nullable(BillingDetails),
  /** Where to pay to by EFT, as the vendor wrote it. */
  bankDetails: z.nullable(z.string()),
})
export type Billing = z.infer<typeof Billing>

export const subscriptions = {
  read: {
    method: 'GET',
    url: '/api/billing',
    config: { access: 'signed-in' },
    schema: {
      summary: 'Get the organization’s subscription, newest invoices, pending changes, usage and billing details',
      response: { 200: Billing, ...refusals },
    },
  },
  cancel: {
    method: 'POST',
    url: '/api/billing/cancel-subscription',
    config: { access: 'org-admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Cancel the organization’s subscription at the end of its period',
      response: { 200: Subscription, ...refusals },
    },
  },
  cancelSubscription: {
    method: 'POST',
    url: '/api/admin/subscriptions/:id/cancel',
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Cancel a subscription at the end of the paid period; an overdue one ends immediately',
      params: IdParams,
      response: { 200: Subscription, ...refusals },
    },
  },
  resumeSubscription: {
    method: 'POST',
    url: '/api/admin/subscriptions/:id/resume',
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Resume a canceled subscription before its period ends; it renews as before',
      params: IdParams,
      response: { 200: Subscription, ...refusals },
    },
  },
  changeDetails: {
    method: 'PATCH',
    url: '/api/organization',
    config: { access: 'org-admin', harmless: 'Changes contact details on future invoices' },
    schema: {
      summary: 'Change the billing details on the organization’s invoices',
      body: BillingDetailsChange,
      response: { 200: BillingDetails, ...refusals },
    },
  },
  createSubscription: {
    method: 'POST',
    url: '/api/admin/organizations/:id/subscription',
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Create an organization’s subscription',
      params: IdParams,
      body: SubscriptionDraft,
      response: { 201: Subscription, ...refusals },
    },
  },
  changeSubscription: {
    method: 'PATCH',
    url: '/api/admin/subscriptions/:id',
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Change seats, price or plan of a subscription immediately; seats can’t go below its licenses',
      params: IdParams,
      body: SubscriptionChanges,
      response: { 200: Subscription, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>

import * as z from 'zod/mini'
import { DAY } from '#contract/dates.ts'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/text.ts'
import { BillingDetails, BillingDetailsChange } from './details.ts'
import { Invoice, NextInvoicePreview, UpcomingInvoice } from './invoices.ts'
import { CancellationFeedback, CancellationForCustomer } from './subscriptions/cancellation.ts'
import { BilledChanges, SubscriptionChanges, SubscriptionDraft } from './subscriptions/drafts.ts'
import { FeatureCount } from './subscriptions/features.ts'
import { BillingType } from './terms.ts'

export const SubscriptionStatus = z.enum(['active', 'past_due', 'canceled', 'unpaid'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const Subscription = z.object({
  id: z.uuid(),
  planName: z.string(),
  status: SubscriptionStatus,
  /** A trial is free and its status is 'canceled': it ends with its period unless it is converted. */
  isTrial: z.boolean(),
  /** Rand with two decimals for one month; the dashboard sends twelve months. */
  price: z.string(),
  currency: z.literal('ZAR'),
  licenseLimit: z.int32(),
  /** All licenses that are not deleted count against the limit. */
  licensesUsed: z.int32(),
  /** Names that unlock parts of the application, such as cad-export. */
  features: z.array(z.string()),
  currentPeriodStart: Instant,
  currentPeriodEnd: z.nullable(Instant),
})
export type Subscription = z.infer<typeof Subscription>

type Period = Pick<Subscription, 'currentPeriodEnd'>

/** Counts a started day as a whole. Returns 0 or less once the period is over or without an end. */
export const daysUntilRenewal = ({ currentPeriodEnd }: Period, now = Date.now()) =>
  currentPeriodEnd ? Math.ceil((Date.parse(currentPeriodEnd) - now) / DAY) : 0

const isPeriodOver = ({ currentPeriodEnd }: Period, now: number) =>
  currentPeriodEnd !== null && Date.parse(currentPeriodEnd) < now

/** Returns whether the current period has not begun, because it was paid early or a trial precedes it. The running one ends where it starts. */
export const isBilledAhead = ({ currentPeriodStart }: Pick<Subscription, 'currentPeriodStart'>, now = Date.now()) =>
  Date.parse(currentPeriodStart) > now

/** The billing screen shows 'overdue' for a period that is over and not renewed. Neither that nor 'trial' is stored. */
export type ShownStatus = SubscriptionStatus | 'overdue' | 'trial'

type StatusFacts = Pick<Subscription, 'status' | 'isTrial' | 'currentPeriodEnd'>

/** Returns `late` once the period is over: 'overdue' on billing, 'past_due' on the dashboard. */
export function shownStatus<Late extends 'overdue' | 'past_due'>(
  subscription: StatusFacts,
  late: Late,
  now = Date.now(),
) {
  if (isPeriodOver(subscription, now)) return late
  return subscription.isTrial ? 'trial' : subscription.status
}

export const canCancel = (subscription: StatusFacts, now = Date.now()) =>
  shownStatus(subscription, 'overdue', now) === 'active'

/** Unlike a customer, an admin may also cancel an overdue subscription. */
export const canCancelForCustomer = ({ status }: Pick<Subscription, 'status'>) => status !== 'canceled'

/** A canceled subscription can resume until its period is over. */
export const canResume = (subscription: StatusFacts, now = Date.now()) =>
  shownStatus(subscription, 'overdue', now) === 'canceled'

/** Returns whether a cancellation takes effect immediately because no paid period is left. */
export const endsAtOnce = (subscription: Pick<Subscription, 'status' | 'currentPeriodEnd'>, now = Date.now()) =>
  subscription.status === 'past_due' || subscription.status === 'unpaid' || isPeriodOver(subscription, now)

export const PendingAdjustment = z.object({ id: z.uuid(), deltaQuantity: z.int32(), effectiveAt: Instant })
export type PendingAdjustment = z.infer<typeof PendingAdjustment>

/** Returns why seats, price, plan and features can't be changed, or undefined if they can. */
export function whyNotChange({ status, isTrial }: Pick<Subscription, 'status' | 'isTrial'>) {
  if (isTrial) return TRIAL_CANNOT_CHANGE
  return status === 'canceled' ? CANCELED_CANNOT_CHANGE : undefined
}

export const SubscriptionPreview = z.extend(NextInvoicePreview, {
  emails: z.array(z.object({ kind: z.string(), to: z.string() })),
})
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>

export const ALREADY_SUBSCRIBED = 'This organization already has a subscription.'
export const SUBSCRIPTION_ENDED = 'This subscription has ended.'
export const CANCELED_CANNOT_CHANGE = 'This subscription is canceled. Resume it before you change it.'
export const TRIAL_CANNOT_CHANGE = 'This is a trial. Change the trial, or convert it to a subscription.'
export const TRIAL_ENDS = 'A trial isn’t renewed, so it can’t be canceled.'
export const ALREADY_CANCELED = 'This subscription is already canceled.'
export const OTHER_END = 'The subscription has changed since. Check when it ends, and cancel it again.'
export const CANNOT_RESUME = 'Only a canceled subscription that has not ended can be resumed.'
export const CANNOT_CANCEL = 'Only an active subscription can be canceled. Please contact sales.'
export const NO_OWN_ORGANIZATION = 'You do not belong to an organization.'

export const Billing = z.object({
  /** The licenses of a suspended organization don't run and can't be changed. */
  isSuspended: z.boolean(),
  subscription: z.nullable(Subscription),
  /** The newest hundred, then older unpaid ones: at most the hundred that are due first. */
  invoices: z.array(Invoice),
  invoiceCount: z.int32(),
  /** Rand with two decimals. */
  outstanding: z.string(),
  pendingAdjustments: z.array(PendingAdjustment),
  /** Null for staff. */
  billingType: z.nullable(BillingType),
  /** Added seats that are not invoiced yet, in rand with two decimals. */
  unbilled: z.string(),
  /** `unbilled` after a cancellation now: it adds seats of the voided renewal and leaves out seats of the period it would bill. */
  unbilledIfCanceled: z.string(),
  /** An estimate. Null if no invoice follows or it is already issued. */
  upcomingInvoice: z.nullable(UpcomingInvoice),
  /** Rand with two decimals. */
  credit: z.string(),
  usage: z.object({ activeLicenses: z.int32(), activeDevices: z.int32() }),
  /** Null for staff. */
  details: z.nullable(BillingDetails),
  bankDetails: z.nullable(z.string()),
})
export type Billing = z.infer<typeof Billing>

export const subscriptions = {
  read: {
    method: 'GET',
    url: '/api/billing',
    config: { access: 'signed-in invoices:read' },
    schema: {
      summary:
        'Get the organization’s subscription, newest and unpaid invoices, pending changes, usage and billing details',
      response: { 200: Billing, ...refusals },
    },
  },
  cancel: {
    method: 'POST',
    url: '/api/billing/cancel-subscription',
    config: { access: 'org-admin', stepUp: true, consequence: 'money', refuses: [404] },
    schema: {
      summary: 'Cancel the organization’s subscription at the end of its period',
      body: z.nullish(CancellationFeedback),
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
      body: z.nullish(CancellationForCustomer),
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
    config: { access: 'org-admin invoices:write', harmless: 'Changes contact details on future invoices' },
    schema: {
      summary: 'Change the given billing details on the organization’s invoices',
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
      summary: 'Change seats, price, plan or features of a subscription immediately; seats can’t go below its licenses',
      params: IdParams,
      body: SubscriptionChanges,
      response: { 200: Subscription, ...refusals },
    },
  },
  features: {
    method: 'GET',
    url: '/api/admin/features',
    config: { access: 'admin customers:read' },
    schema: {
      summary: 'List the features of all live subscriptions with their counts, the most frequent first, at most 200',
      response: { 200: z.array(FeatureCount), ...refusals },
    },
  },
  previewSubscription: {
    method: 'GET',
    url: '/api/admin/subscriptions/:id/preview',
    config: { access: 'admin invoices:read', refuses: [409] },
    schema: {
      summary: 'Preview a change of seats, price or plan: the next invoice and emails. Changes nothing',
      params: IdParams,
      querystring: BilledChanges,
      response: { 200: SubscriptionPreview, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>

import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from './endpoint.ts'
import { Invoice } from './invoices.ts'
import { Amount, toCents } from './money.ts'
import { Instant, line } from './text.ts'

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

const DAY = 86_400_000
type Period = Pick<Subscription, 'currentPeriodEnd'>

/** Days to the end of the period, a begun one counting as a whole. 0 or less once it is over, or without an end. */
export const daysUntilRenewal = ({ currentPeriodEnd }: Period, now = Date.now()) =>
  currentPeriodEnd ? Math.ceil((Date.parse(currentPeriodEnd) - now) / DAY) : 0

const isPeriodOver = ({ currentPeriodEnd }: Period, now: number) =>
  currentPeriodEnd !== null && Date.parse(currentPeriodEnd) < now

/** 'overdue' is never stored: it is what the billing screen calls a period that is over and not renewed. */
export type ShownStatus = SubscriptionStatus | 'overdue'

/** What a screen shows instead of the stored status once the period is over: 'overdue' on billing, 'past_due' on the dashboard. */
export const shownStatus = <Late extends 'overdue' | 'past_due'>(
  subscription: Pick<Subscription, 'status' | 'currentPeriodEnd'>,
  late: Late,
  now = Date.now(),
): SubscriptionStatus | Late => (isPeriodOver(subscription, now) ? late : subscription.status)

/** The organization's admin may end what is running; what is over or canceled already cannot be canceled. */
export const canCancel = (subscription: Pick<Subscription, 'status'>) => subscription.status === 'active'

export const PendingAdjustment = z.object({
  id: z.uuid(),
  /** Positive adds seats, negative removes them. */
  deltaQuantity: z.number(),
  effectiveAt: Instant,
})

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

export const SubscriptionDraft = z
  .object({
    planName: z._default(z.optional(line({ max: 120, message: 'Plan name is required' })), DEFAULT_PLAN),
    pricePerLicense: Amount('Price per license must be an amount such as 249.50'),
    licenseLimit: wholeNumber('Number of licenses must be a whole number of at least 1'),
  })
  .check(
    z.refine((draft) => monthlyTotal(draft) * 12 < TOO_MUCH, {
      path: ['pricePerLicense'],
      error: 'The total is too large',
    }),
  )
export type SubscriptionDraft = z.infer<typeof SubscriptionDraft>

export const ALREADY_SUBSCRIBED = 'This organization already has a subscription.'

export const billing = {
  read: {
    method: 'GET',
    url: '/api/billing',
    config: { access: 'signed-in' },
    schema: {
      summary: 'The own organization’s subscription, invoices and pending changes',
      response: {
        200: z.object({
          subscription: z.nullable(Subscription),
          invoices: z.array(Invoice),
          pendingAdjustments: z.array(PendingAdjustment),
        }),
        ...refusals,
      },
    },
  },
  createSubscription: {
    method: 'POST',
    url: '/api/admin/organizations/:id/subscription',
    config: { access: 'admin' },
    schema: {
      summary: 'Give an organization its subscription',
      params: IdParams,
      body: SubscriptionDraft,
      response: { 201: Subscription, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>

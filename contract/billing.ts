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

import * as z from 'zod/mini'
import { formatDate } from '#contract/dates.ts'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Day } from '#contract/text.ts'
import { Subscription, SubscriptionPreview } from './subscriptions.ts'
import { DEFAULT_PLAN, LicenseLimit, PlanName, PricePerLicense, refuseTooHigh } from './subscriptions/drafts.ts'
import { Features } from './subscriptions/features.ts'
import { BillingType } from './terms.ts'

/** Days from today. */
export const LONGEST_TRIAL = 90
export const USUAL_TRIAL = 14

export const TRIAL_RANGE = `Choose a day from tomorrow to ${LONGEST_TRIAL} days from now.`
/** `day`: 2025-03-05 */
export const otherEnd = (day: string) =>
  `Someone has changed the last day: it is ${formatDate(day)} now. Check it and save again.`
export const NOT_A_TRIAL = 'This subscription is not a trial.'

/** `endsOn` is its last day, in the vendor's time zone. The server's clock decides which day is today. */
export const TrialDraft = z.object({
  planName: z._default(z.optional(PlanName), DEFAULT_PLAN),
  licenseLimit: LicenseLimit,
  features: z._default(z.optional(Features), []),
  endsOn: Day,
})
export type TrialDraft = z.infer<typeof TrialDraft>

/** As they were shown: 409 if someone has changed them since. */
const shown = { seatsFrom: z.optional(z.int()), featuresFrom: z.optional(Features) }

/** Takes effect immediately. Omitted fields keep their value. */
export const TrialChanges = z
  .object({
    licenseLimit: z.optional(LicenseLimit),
    endsOn: z.optional(Day),
    features: z.optional(Features),
    ...shown,
  })
  .check(
    z.refine(
      ({ licenseLimit, endsOn, features }) => [licenseLimit, endsOn, features].some((value) => value !== undefined),
      'Nothing to change',
    ),
  )
export type TrialChanges = z.infer<typeof TrialChanges>

const price = {
  pricePerLicense: PricePerLicense,
  licenseLimit: LicenseLimit,
  planName: z.optional(PlanName),
  /** Defaults to that of the organization. */
  billingType: z.optional(BillingType),
}

/** Omitted fields keep the value of the trial. `endsOnFrom`: its last day as shown. */
export const Conversion = z
  .object({ ...price, features: z.optional(Features), ...shown, endsOnFrom: z.optional(Day) })
  .check(refuseTooHigh)
export type Conversion = z.infer<typeof Conversion>

/** The part of a conversion that an invoice shows. */
export const BilledConversion = z.object(price).check(refuseTooHigh)
export type BilledConversion = z.infer<typeof BilledConversion>

export const trials = {
  start: {
    method: 'POST',
    url: '/api/admin/organizations/:id/trial',
    config: { access: 'admin', stepUp: true, consequence: 'device' },
    schema: {
      summary: 'Start an organization’s trial: a free subscription that ends on its last day unless it is converted',
      params: IdParams,
      body: TrialDraft,
      response: { 201: Subscription, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: '/api/admin/subscriptions/:id/trial',
    config: { access: 'admin', stepUp: true, consequence: 'device' },
    schema: {
      summary: 'Extend or shorten a trial, or change its licenses or features, immediately',
      params: IdParams,
      body: TrialChanges,
      response: { 200: Subscription, ...refusals },
    },
  },
  convert: {
    method: 'POST',
    url: '/api/admin/subscriptions/:id/convert',
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Convert a trial to a paid subscription, whose first period begins when the trial ends',
      params: IdParams,
      body: Conversion,
      response: { 200: Subscription, ...refusals },
    },
  },
  previewConversion: {
    method: 'GET',
    url: '/api/admin/subscriptions/:id/conversion-preview',
    config: { access: 'admin invoices:read', refuses: [409] },
    schema: {
      summary: 'Preview the conversion of a trial: the first invoice and emails. Changes nothing',
      params: IdParams,
      querystring: BilledConversion,
      response: { 200: SubscriptionPreview, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>

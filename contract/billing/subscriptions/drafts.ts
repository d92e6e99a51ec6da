import * as z from 'zod/mini'
import { hasChange } from '#contract/endpoint.ts'
import { Amount, toCents } from '#contract/money.ts'
import { line } from '#contract/text.ts'
import { BillingType, isTooMuch, MAX_SEATS, TOTAL_TOO_LARGE } from '#contract/billing/terms.ts'
import { Features } from './features.ts'

export const DEFAULT_PLAN = 'Standard Plan'

export const TOO_MANY_SEATS = `A subscription can have at most ${MAX_SEATS} licenses.`

const wholeNumber = (message: string) =>
  z.pipe(
    z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/, message)), z.transform(Number))], message),
    z.number().check(z.int(message), z.minimum(1, message), z.maximum(MAX_SEATS, TOO_MANY_SEATS)),
  )

export const PlanName = line({ max: 120, message: 'Plan name is required' })
export const LicenseLimit = wholeNumber('Number of licenses must be a whole number of at least 1')
export const PricePerLicense = Amount('Price per license must be an amount such as 249.50')

type Price = { pricePerLicense: string; licenseLimit: number }

export const monthlyTotal = ({ pricePerLicense, licenseLimit }: Price) => toCents(pricePerLicense) * licenseLimit

export const refuseTooHigh = z.refine<Price>((price) => !isTooMuch(monthlyTotal(price) * 12), {
  path: ['pricePerLicense'],
  error: TOTAL_TOO_LARGE,
})

export const SubscriptionDraft = z
  .object({
    planName: z._default(z.optional(PlanName), DEFAULT_PLAN),
    pricePerLicense: PricePerLicense,
    licenseLimit: LicenseLimit,
    features: z._default(z.optional(Features), []),
    /** Defaults to the organization's previous billing type. */
    billingType: z.optional(BillingType),
    /** False if the first period is already invoiced elsewhere. */
    isFirstPeriodBilled: z._default(z.optional(z.boolean()), true),
  })
  .check(refuseTooHigh)
export type SubscriptionDraft = z.infer<typeof SubscriptionDraft>

/** Prices are for one month. `…From` is the value that was shown: 409 if it has changed since. */
const terms = z.object({
  price: Amount('Price must be an amount such as 2495.00'),
  licenseLimit: LicenseLimit,
  seatsFrom: wholeNumber('seatsFrom must be a whole number of at least 1'),
  priceFrom: Amount('priceFrom must be an amount such as 2495.00'),
  planName: PlanName,
  billingType: BillingType,
})

const refuseTooLarge = z.refine<Partial<z.output<typeof terms>>>(
  ({ price }) => price === undefined || !isTooMuch(toCents(price) * 12),
  { path: ['price'], error: TOTAL_TOO_LARGE },
)

/** Takes effect immediately. Omitted fields keep their value. */
export const SubscriptionChanges = z
  .partial(z.extend(terms, { features: Features, featuresFrom: Features }))
  .check(hasChange(), refuseTooLarge)
export type SubscriptionChanges = z.infer<typeof SubscriptionChanges>

/** The changes that an invoice shows. */
export const BilledChanges = z.partial(terms).check(hasChange(), refuseTooLarge)
export type BilledChanges = z.infer<typeof BilledChanges>

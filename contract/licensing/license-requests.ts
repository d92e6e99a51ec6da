import * as z from 'zod/mini'
import { SubscriptionStatus, type Subscription } from '#contract/billing/subscriptions.ts'
import { MAX_SEATS } from '#contract/billing/terms.ts'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { listQuery } from '#contract/lists.ts'
import { centsForSeats, monthlyCents, toAmount, toCents } from '#contract/money.ts'
import { countOf } from '#contract/quantities.ts'
import { Instant, paragraph } from '#contract/text.ts'
import { NO_SUBSCRIPTION } from './changes.ts'

export const LicenseRequestStatus = z.enum(['pending', 'approved', 'declined'])
export type LicenseRequestStatus = z.infer<typeof LicenseRequestStatus>

export const LicenseRequest = z.object({
  id: z.uuid(),
  /** Negative if the organization wants fewer. */
  additionalLicenses: z.int32(),
  businessJustification: z.string(),
  status: LicenseRequestStatus,
  /** Reason of a decline. */
  reason: z.nullable(z.string()),
  /** Full name of the requester. */
  requestedBy: z.string(),
  createdAt: Instant,
  decidedAt: z.nullable(Instant),
})
export type LicenseRequest = z.infer<typeof LicenseRequest>

/** A request with the facts for a decision. */
export const LicenseRequestForAdmin = z.extend(LicenseRequest, {
  organizationId: z.uuid(),
  organizationName: z.string(),
  /** All licenses that are not deleted. */
  licensesUsed: z.int32(),
  /** Null without a live subscription, like the following fields. */
  licenseLimit: z.nullable(z.int32()),
  subscriptionStatus: z.nullable(SubscriptionStatus),
  isTrial: z.boolean(),
  currentPeriodEnd: z.nullable(Instant),
  /** Pending change of seats at the end of the period. */
  plannedSeats: z.int32(),
  /** Price of all seats, rand with two decimals. */
  twelveMonthValue: z.string(),
  /** Full name of the decider. */
  decidedBy: z.nullable(z.string()),
})
export type LicenseRequestForAdmin = z.infer<typeof LicenseRequestForAdmin>

const JUSTIFICATION_MIN = 10

const AT_LEAST_ONE = 'Must request at least 1 license'
const TOO_SHORT = `Please provide a brief justification (at least ${JUSTIFICATION_MIN} characters)`

export const ONLY_CUSTOMERS_REQUEST = 'Only users of an organization can request licenses.'

const additionalLicenses = z
  .number(AT_LEAST_ONE)
  .check(
    z.minimum(1, AT_LEAST_ONE),
    z.int('Must be a whole number'),
    z.maximum(MAX_SEATS, `Must request at most ${MAX_SEATS} licenses`),
  )

const businessJustification = paragraph({ min: JUSTIFICATION_MIN, max: 2000, message: TOO_SHORT })

export const LicenseRequestDraft = z.object({ additionalLicenses, businessJustification })
export type LicenseRequestDraft = z.infer<typeof LicenseRequestDraft>

const FEWER_AT_LEAST_ONE = 'Enter how many licenses you no longer need, at least 1'

const fewerLicenses = z
  .number(FEWER_AT_LEAST_ONE)
  .check(
    z.minimum(1, FEWER_AT_LEAST_ONE),
    z.int('Must be a whole number'),
    z.maximum(MAX_SEATS, `Enter at most ${MAX_SEATS} licenses`),
  )

export const ReductionDraft = z.object({ fewerLicenses, businessJustification })
export type ReductionDraft = z.infer<typeof ReductionDraft>

const GROUPED = /^\d{1,3}(?:[,\s]\d{3})+$/

/** '1,000' and '1 000' → 1000. NaN for text that is not a number. */
export const typedCount = (text: string) => {
  const typed = text.trim()
  return Number(GROUPED.test(typed) ? typed.replaceAll(/[,\s]/g, '') : typed || Number.NaN)
}

/** A form contains text; anything but a number counts as 1. */
const typedNumber = z.pipe(
  z.string(),
  z.transform((text) => (Number.isNaN(typedCount(text)) ? 1 : typedCount(text))),
)

export const LicenseRequestForm = z.object({
  additionalLicenses: z.pipe(typedNumber, additionalLicenses),
  businessJustification,
})

/** Values of the dialog's fields when fewer are wanted. */
export const ReductionForm = z.object({ fewerLicenses: z.pipe(typedNumber, fewerLicenses), businessJustification })

/** Granted seats start now or with the next period. */
export const Effective = z.enum(['now', 'period_end'], 'Choose when the licenses are added: now or period_end')
export type Effective = z.infer<typeof Effective>

/** The facts of a request from which its effects are computed. */
const Terms = z.pick(LicenseRequestForAdmin, { licenseLimit: true, plannedSeats: true, twelveMonthValue: true })
export type Terms = z.infer<typeof Terms>

export const Approval = z.object({
  effective: Effective,
  /** On screen: 409 if they are others by now. */
  basedOn: z.optional(Terms),
})
export const OTHER_TERMS = 'Someone has changed the seats or the price. Check them, and approve again.'

export const Refusal = z.object({ reason: paragraph({ max: 2000, message: 'Please give a reason' }) })

export const TRIAL_CANNOT_WAIT = 'A trial is not renewed, so its licenses can’t change at the end of the period.'
export const CANCELED_CANNOT_GROW = 'This subscription is canceled. Its licenses can no longer be changed.'

type SeatTerms = Pick<Subscription, 'isTrial'> & { status: SubscriptionStatus | null }

/** Returns why seats cannot be added, or undefined if they can. */
export function whyNoMoreSeats(subscription: SeatTerms | null | undefined) {
  if (!subscription?.status) return NO_SUBSCRIPTION
  return subscription.status === 'canceled' && !subscription.isTrial ? CANCELED_CANNOT_GROW : undefined
}

/** Returns why seats cannot be removed at the end of the period, or undefined if they can. */
export const whyNotAtPeriodEnd = (subscription: SeatTerms | null | undefined) =>
  subscription?.isTrial ? TRIAL_CANNOT_WAIT : whyNoMoreSeats(subscription)

type Seats = Pick<Subscription, 'licenseLimit' | 'licensesUsed'>

/** Seats cannot go below the licenses that exist. */
export const mostFewer = ({ licenseLimit, licensesUsed }: Seats) =>
  Math.max(licenseLimit - Math.max(licensesUsed, 1), 0)

export function tooManyFewer(seats: Seats) {
  const most = mostFewer(seats)
  const used = `${countOf(seats.licensesUsed, 'license')} of ${seats.licenseLimit} ${seats.licensesUsed === 1 ? 'exists' : 'exist'}`
  return most === 0
    ? `${used}, so none can be given back. Delete the licenses that you no longer need first.`
    : `${used}, so at most ${most} can be given back.`
}

export const REDUCTION_AT_PERIOD_END = 'Fewer licenses start with the next billing period. Choose period_end.'

/** '5 licenses', or '5 fewer licenses' of a negative number. */
export const requestedText = (additionalLicenses: number) =>
  additionalLicenses < 0 ? countOf(-additionalLicenses, 'fewer license') : countOf(additionalLicenses, 'license')

/**
 * Rand with two decimals that `more` licenses add to each month, at the present price per license; negative for a negative number.
 * `price` is for twelve months.
 */
export function addedPerMonth({ price, licenseLimit }: Pick<Subscription, 'price' | 'licenseLimit'>, more: number) {
  const before = toCents(price)
  const after = centsForSeats(before, { from: licenseLimit, to: licenseLimit + more })
  return toAmount(monthlyCents(after) - monthlyCents(before))
}

export const LicenseRequestFilter = z.enum([...LicenseRequestStatus.options, 'decided'])

export const isUndecided = ({ status }: Pick<LicenseRequest, 'status'>) => status === 'pending'

export const licenseRequests = {
  create: {
    method: 'POST',
    url: '/api/licenses/request',
    config: { access: 'signed-in licenses:write', consequence: 'email' },
    schema: {
      summary: 'Ask sales for more licenses',
      body: LicenseRequestDraft,
      response: { 201: LicenseRequest, ...refusals },
    },
  },
  createReduction: {
    method: 'POST',
    url: '/api/licenses/request-fewer',
    config: {
      access: 'org-admin licenses:write',
      withoutStepUp: 'Changes no seats and no price',
      consequence: 'email',
    },
    schema: {
      summary: 'Ask sales for fewer licenses from the next billing period on',
      body: ReductionDraft,
      response: { 201: LicenseRequest, ...refusals },
    },
  },
  list: {
    method: 'GET',
    url: '/api/license-requests',
    config: { access: 'signed-in licenses:read' },
    schema: {
      summary: 'List the organization’s requests, newest first',
      querystring: listQuery(LicenseRequestStatus),
      response: { 200: z.array(LicenseRequest), ...refusals },
    },
  },
  listAll: {
    method: 'GET',
    url: '/api/admin/license-requests',
    config: { access: 'admin customers:read' },
    schema: {
      summary: 'List the requests of all organizations or of one, newest first',
      querystring: z.extend(listQuery(LicenseRequestFilter), { organizationId: z.optional(z.uuid()) }),
      response: { 200: z.array(LicenseRequestForAdmin), ...refusals },
    },
  },
  read: {
    method: 'GET',
    url: '/api/admin/license-requests/:id',
    config: { access: 'admin customers:read' },
    schema: {
      summary: 'Get one request with the current facts for a decision',
      params: IdParams,
      response: { 200: LicenseRequestForAdmin, ...refusals },
    },
  },
  approve: {
    method: 'POST',
    url: '/api/admin/license-requests/:id/approve',
    config: { access: 'admin', stepUp: true, consequence: 'money' },
    schema: {
      summary: 'Add the requested licenses now or at the end of the period, or remove them at its end',
      params: IdParams,
      body: Approval,
      response: { 200: LicenseRequestForAdmin, ...refusals },
    },
  },
  decline: {
    method: 'POST',
    url: '/api/admin/license-requests/:id/decline',
    config: { access: 'admin customers:write', withoutStepUp: 'Changes no seats and no price', consequence: 'email' },
    schema: {
      summary: 'Decline with a reason, which the requester sees',
      params: IdParams,
      body: Refusal,
      response: { 200: LicenseRequestForAdmin, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>

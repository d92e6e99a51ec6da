import { ALREADY_SUBSCRIBED, monthlyTotal, type Subscription, type SubscriptionDraft } from '#contract/billing.ts'
import { monthlyCents, toAmount } from '#contract/money.ts'
import type { Database } from '#server/database/database.ts'
import { switchOn } from '#server/features/licenses/switching.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import {
  countLicenses,
  endLapsedSubscription,
  findLiveSubscription,
  insertSubscription,
  lockOrganization,
  setTwelveMonthCents,
  type SubscriptionRow,
} from './queries.ts'

/** With its price for a month. */
export function present({ twelveMonthCents, ...subscription }: SubscriptionRow): Subscription {
  return { ...subscription, price: toAmount(monthlyCents(twelveMonthCents)), currency: 'ZAR' }
}

/**
 * Starts a subscription today and sets the organization's price. Holding the organization makes a second one wait and fail.
 * Licenses that the end of an earlier one switched off return, unless a suspension keeps them off.
 */
export const createSubscription = (db: Database, actor: Actor, organizationId: string, draft: SubscriptionDraft) =>
  db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, organizationId)
    if (!organization) throw notFound('Organization')
    await endLapsedSubscription(tx, organizationId)
    if (await findLiveSubscription(tx, organizationId)) throw conflict(ALREADY_SUBSCRIBED)
    const { planName, licenseLimit } = draft
    const licensesUsed = await countLicenses(tx, organizationId)
    if (licensesUsed > licenseLimit) throw conflict(tooFewSeats(licensesUsed))
    const { billingType, suspendedAt, ...before } = organization
    const subscription = await insertSubscription(tx, { organizationId, planName, licenseLimit, billingType })
    const twelveMonthCents = monthlyTotal(draft) * 12
    await setTwelveMonthCents(tx, organizationId, twelveMonthCents)
    await audit(tx, actor, {
      action: 'subscription.created',
      organizationId,
      subject: { kind: 'subscription', id: subscription.id },
      changes: changedFields(before, { planName, licenseLimit, twelveMonthCents }),
    })
    if (!suspendedAt) await switchOn(tx, actor, organizationId)
    return present({ ...subscription, twelveMonthCents, licensesUsed })
  })

export const tooFewSeats = (licensesUsed: number) =>
  `This organization already has ${licensesUsed} licenses. The subscription needs at least as many.`

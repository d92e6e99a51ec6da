import { ALREADY_SUBSCRIBED, SUBSCRIPTION_ENDED, type Subscription } from '#contract/billing/subscriptions.ts'
import { monthlyTotal, type SubscriptionDraft } from '#contract/billing/subscriptions/drafts.ts'
import { monthlyCents, toAmount } from '#contract/money.ts'
import { countOf } from '#contract/quantities.ts'
import { changeTerms, startSubscription, withBillingLock, type BillingLock } from '#server/billing/lock.ts'
import { endIfOver } from '#server/billing/renewal-run/run.ts'
import { issueFirst } from '#server/billing/renewal-run/steps/issue-renewal.ts'
import { countLicenses } from '#server/domain/licenses.ts'
import { lockLicenses, switchOn } from '#server/domain/switch-licenses.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { conflict, conflictAt } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { recordedFeatures } from './features.ts'
import { findSubscription, type SubscriptionRow } from './queries.ts'

/** With the price of one month. */
export function presentSubscription({ twelveMonthCents, ...subscription }: SubscriptionRow): Subscription {
  return { ...subscription, price: toAmount(monthlyCents(twelveMonthCents)), currency: 'ZAR' }
}

/**
 * Starts a subscription today and bills its first period. The lock makes a concurrent second call fail. Restores licenses that
 * an earlier subscription's end deactivated, except in a suspended organization.
 */
export const createSubscription = (
  platform: Platform,
  actor: Actor,
  organizationId: string,
  draft: SubscriptionDraft,
) => withBillingLock(platform, organizationId, (lock) => startBilledSubscription(platform, lock, actor, draft))

export async function startBilledSubscription(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  draft: SubscriptionDraft,
) {
  const { tx, organization: before } = lock
  const organizationId = before.id
  await endPrevious(platform, lock)
  const { planName, licenseLimit, features, billingType = before.billingType, isFirstPeriodBilled } = draft
  await refuseTooFew(lock, licenseLimit)
  const { id } = await startSubscription(lock, { planName, licenseLimit, features, period: { billingType } })
  const terms = { twelveMonthCents: monthlyTotal(draft) * 12, billingType }
  await changeTerms(lock, terms)
  await audit(tx, actor, {
    action: 'subscription.created',
    organizationId,
    subject: { kind: 'subscription', id },
    changes: {
      ...changedFields(null, { planName, licenseLimit, features: recordedFeatures(features) }),
      ...changedFields(before, terms),
    },
  })
  if (!before.suspendedAt) await switchOn(tx, actor, organizationId)
  if (isFirstPeriodBilled) await issueFirst(platform, lock, actor)
  return presentSubscription(await findSubscription(tx, id))
}

export async function endPrevious(platform: Platform, lock: BillingLock) {
  if (!lock.subscription) return
  if (lock.subscription.isLive) throw conflict(ALREADY_SUBSCRIBED)
  await lockLicenses(lock.tx, lock.organization.id)
  await endIfOver(platform, lock)
}

/** Returns the live subscription with that id. 409 once it has ended. */
export function liveOf({ subscription }: BillingLock, id: string) {
  if (subscription?.id !== id || !subscription.isLive) throw conflict(SUBSCRIPTION_ENDED)
  return subscription
}

/** Seats can't go below the licenses that exist. */
export async function refuseTooFew({ tx, organization }: BillingLock, licenseLimit: number) {
  const licensesUsed = await countLicenses(tx, organization.id)
  if (licensesUsed > licenseLimit) throw conflictAt('licenseLimit', tooFewSeats(licensesUsed))
}

const tooFewSeats = (licensesUsed: number) =>
  `This organization already has ${countOf(licensesUsed, 'license')}. The subscription needs at least as many.`

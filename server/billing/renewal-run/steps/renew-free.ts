import { changeSubscriptionRow, type BillingLock, type BilledSubscription } from '#server/billing/lock.ts'
import { isFree } from '#server/billing/renewal-run/prices.ts'
import { findPeriods } from '#server/billing/renewal-run/queries.ts'
import { dayOfMonth, periodFrom } from '#server/domain/calendar.ts'
import { systemActor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { issueLast } from './issue-renewal.ts'

/** Step: advances a free subscription to the current period, and bills seats added while it had a price. */
export async function renewFree(platform: Platform, lock: BillingLock, subscription: BilledSubscription) {
  const { tx } = lock
  const { id, organizationId, status, currentPeriodEnd, billingType, now } = subscription
  if (status === 'canceled' || !isFree(subscription) || currentPeriodEnd > now) return false
  // A period invoiced before the price fell must be paid or voided first.
  const billed = await findPeriods(tx, subscription, currentPeriodEnd)
  if (billed.some(({ start }) => start >= currentPeriodEnd)) return false
  await issueLast(platform, lock, systemActor)
  const anchorDay = subscription.anchorDay ?? dayOfMonth(currentPeriodEnd)
  let period = periodFrom(currentPeriodEnd, { anchorDay, billingType })
  while (period.end <= now) period = periodFrom(period.end, { anchorDay, billingType })
  await changeSubscriptionRow(lock, {
    anchorDay,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
  })
  await audit(tx, systemActor, {
    action: 'subscription.renewed',
    organizationId,
    subject: { kind: 'subscription', id },
    changes: { currentPeriodEnd: [currentPeriodEnd, period.end] },
  })
  return true
}

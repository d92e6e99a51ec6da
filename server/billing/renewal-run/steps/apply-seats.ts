import { isTooMuch, MAX_SEATS } from '#contract/billing/terms.ts'
import { centsForSeats } from '#contract/money.ts'
import { notifySeatsChanged } from '#server/billing/emails/notify.ts'
import { changeSubscriptionRow, changeTerms, type BillingLock, type BilledSubscription } from '#server/billing/lock.ts'
import { closePending, findPending } from '#server/billing/renewal-run/queries.ts'
import type { Database } from '#server/database/database.ts'
import { countLicenses } from '#server/domain/licenses.ts'
import { systemActor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Step: applies a due seat change, or cancels it if it is impossible. */
export async function applySeats(platform: Platform, lock: BillingLock, subscription: BilledSubscription) {
  const { tx } = lock
  if (subscription.status === 'canceled') return false
  const pending = await findPending(tx, subscription, subscription.now)
  if (!pending) return false
  const { id, organizationId, licenseLimit: from, twelveMonthCents } = subscription
  const to = from + pending.deltaQuantity
  const after = { licenseLimit: to, twelveMonthCents: to < 1 ? 0 : centsForSeats(twelveMonthCents, { from, to }) }
  const failed = !(await isPossible(tx, organizationId, after))
  await closePending(tx, subscription, failed ? 'failed' : 'applied')
  if (!failed) {
    await changeSubscriptionRow(lock, { licenseLimit: to })
    await changeTerms(lock, { twelveMonthCents: after.twelveMonthCents })
  }
  await audit(tx, systemActor, {
    action: failed ? 'subscription.seat-change-failed' : 'subscription.seat-change-applied',
    organizationId,
    subject: { kind: 'subscription', id },
    ...(failed && { outcome: 'refused' as const }),
    changes: changedFields<Partial<Terms>>(
      { licenseLimit: from, twelveMonthCents },
      failed ? { licenseLimit: to } : after,
    ),
  })
  await notifySeatsChanged(platform, lock, { key: pending.id, from, to, failed })
  return true
}

type Terms = { licenseLimit: number; twelveMonthCents: number }

/** Seats cannot go below the existing licenses. The lock makes new licenses wait. */
const isPossible = async (tx: Database, organizationId: string, { licenseLimit, twelveMonthCents }: Terms) =>
  licenseLimit >= Math.max(1, await countLicenses(tx, organizationId)) &&
  licenseLimit <= MAX_SEATS &&
  !isTooMuch(twelveMonthCents)

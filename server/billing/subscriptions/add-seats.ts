import { TOO_MANY_SEATS } from '#contract/billing/subscriptions/drafts.ts'
import { TOTAL_TOO_LARGE, isTooMuch, MAX_SEATS } from '#contract/billing/terms.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import {
  OTHER_TERMS,
  REDUCTION_AT_PERIOD_END,
  mostFewer,
  tooManyFewer,
  whyNotAtPeriodEnd,
  whyNoMoreSeats,
  type Effective,
  type Terms,
} from '#contract/licensing/license-requests.ts'
import { centsForSeats, toCents } from '#contract/money.ts'
import { changeSubscriptionRow, changeTerms, lockBilling, type BillingLock } from '#server/billing/lock.ts'
import { chargeAdded, runningEnd } from '#server/billing/renewal-run/run.ts'
import { bringUpToDate } from '#server/billing/renewal-run/take-step.ts'
import type { Database } from '#server/database/database.ts'
import { countLicenses } from '#server/domain/licenses.ts'
import type { LockedSubscription } from '#server/domain/subscriptions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deleteAdjustment, insertAppliedAdjustment, lockPendingAdjustment, savePendingAdjustment } from './queries.ts'

type Growth = { organizationId: string; seats: number; effective: Effective; basedOn?: Terms | undefined }

/**
 * Adds seats that sales has approved, at the present price each, or removes them (a negative number) at the period's end. Takes the billing
 * lock in the caller's transaction. 409 if the stored terms are not those of `basedOn`.
 */
export async function addSeats(platform: Platform, tx: Database, actor: Actor, { effective, ...growth }: Growth) {
  const lock = await lockBilling(tx, growth.organizationId)
  if (!lock.subscription?.isLive) throw conflict(NO_SUBSCRIPTION)
  if (growth.basedOn) await refuseOtherTerms(lock, lock.subscription, growth.basedOn)
  await bringUpToDate(platform, lock)
  const { subscription } = lock
  const refusal = effective === 'now' ? whyNoMoreSeats(subscription) : whyNotAtPeriodEnd(subscription)
  if (refusal) throw conflict(refusal)
  if (growth.seats < 0 && effective === 'now') throw conflict(REDUCTION_AT_PERIOD_END)
  return effective === 'now'
    ? applyNow(lock, actor, subscription, growth.seats)
    : applyAtPeriodEnd(lock, actor, subscription, growth.seats)
}

/** The approval was decided with other seats or another price on screen. */
async function refuseOtherTerms({ tx, organization }: BillingLock, subscription: LockedSubscription, basedOn: Terms) {
  const pending = await lockPendingAdjustment(tx, subscription)
  const isSame =
    subscription.licenseLimit === basedOn.licenseLimit &&
    (pending?.deltaQuantity ?? 0) === basedOn.plannedSeats &&
    organization.twelveMonthCents === toCents(basedOn.twelveMonthValue)
  if (!isSame) throw conflict(OTHER_TERMS)
}

async function applyNow(lock: BillingLock, actor: Actor, subscription: LockedSubscription, seats: number) {
  const { tx, organization } = lock
  const before = { licenseLimit: subscription.licenseLimit, twelveMonthCents: organization.twelveMonthCents }
  const licenseLimit = before.licenseLimit + seats
  if (licenseLimit > MAX_SEATS) throw conflict(TOO_MANY_SEATS)
  const twelveMonthCents = centsForSeats(before.twelveMonthCents, { from: before.licenseLimit, to: licenseLimit })
  if (isTooMuch(twelveMonthCents)) throw conflict(TOTAL_TOO_LARGE)
  await changeSubscriptionRow(lock, { licenseLimit })
  await changeTerms(lock, { twelveMonthCents })
  await insertAppliedAdjustment(tx, subscription, { deltaQuantity: seats, userId: actor.id })
  const chargedCents = await chargeAdded(lock, seats)
  await audit(tx, actor, {
    action: 'subscription.seats-added',
    organizationId: organization.id,
    subject: { kind: 'subscription', id: subscription.id },
    changes: changedFields({ ...before, chargedCents: 0 }, { licenseLimit, twelveMonthCents, chargedCents }),
  })
}

/** Merges the new change with the pending one; only one can wait. Opposite changes cancel out. */
async function applyAtPeriodEnd(lock: BillingLock, actor: Actor, subscription: LockedSubscription, seats: number) {
  const { tx, organization } = lock
  const effectiveAt = await runningEnd(lock)
  const pending = await lockPendingAdjustment(tx, subscription)
  const deltaQuantity = (pending?.deltaQuantity ?? 0) + seats
  if (subscription.licenseLimit + deltaQuantity > MAX_SEATS) throw conflict(TOO_MANY_SEATS)
  if (seats < 0) await refuseBelowUsed(tx, subscription, -deltaQuantity)
  await (deltaQuantity === 0
    ? deleteAdjustment(tx, subscription)
    : savePendingAdjustment(tx, subscription, { deltaQuantity, userId: actor.id, effectiveAt }))
  await audit(tx, actor, {
    action: 'subscription.seat-change-scheduled',
    organizationId: organization.id,
    subject: { kind: 'subscription', id: subscription.id },
    changes: { deltaQuantity: [pending?.deltaQuantity ?? 0, deltaQuantity] },
  })
}

async function refuseBelowUsed(tx: Database, { organizationId, licenseLimit }: LockedSubscription, fewer: number) {
  const seats = { licenseLimit, licensesUsed: await countLicenses(tx, organizationId) }
  if (fewer > mostFewer(seats)) throw conflict(tooManyFewer(seats))
}

import { MAX_SEATS, TOTAL_TOO_LARGE, isTooMuch } from '#contract/billing/billing.ts'
import { whyNoMoreSeats, type Effective } from '#contract/licensing/license-requests.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/licenses.ts'
import { centsForSeats } from '#contract/money.ts'
import { bringUpToDate, chargeAdded, runningEnd } from '#server/billing/renewal-run/run.ts'
import type { Database } from '#server/database/database.ts'
import { lockOrganizationForUpdate } from '#server/domain/organizations.ts'
import { type LockedSubscription, lockLiveSubscription } from '#server/domain/subscriptions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findLiveSubscription, setTerms } from './queries.ts'
import {
  deleteAdjustment,
  insertAppliedAdjustment,
  lockPendingAdjustment,
  savePendingAdjustment,
  updateSubscription,
} from './seat-queries.ts'

export const TOO_MANY_SEATS = `A subscription can have at most ${MAX_SEATS} licenses.`

type Growth = { organizationId: string; seats: number; effective: Effective }
type Grown = Growth & { subscription: LockedSubscription; twelveMonthCents: number }

/** Seats that sales has granted, at the price of those there are. The caller's transaction locks organization and subscription. */
export async function addSeats(platform: Platform, tx: Database, actor: Actor, growth: Growth) {
  const { organizationId } = growth
  await lockOrganizationForUpdate(tx, organizationId)
  const live = await findLiveSubscription(tx, organizationId)
  const billed = live && (await bringUpToDate(platform, tx, live.id))
  const subscription = await lockLiveSubscription(tx, organizationId)
  if (!billed || !subscription) throw conflict(NO_SUBSCRIPTION)
  const refusal = whyNoMoreSeats(subscription.status)
  if (refusal) throw conflict(refusal)
  const grown = { ...growth, subscription, twelveMonthCents: billed.twelveMonthCents }
  if (growth.effective === 'now') return applyNow(tx, actor, grown)
  return applyAtPeriodEnd(tx, actor, grown, await runningEnd(tx, billed))
}

async function applyNow(tx: Database, actor: Actor, { organizationId, seats, subscription, ...before }: Grown) {
  const licenseLimit = subscription.licenseLimit + seats
  if (licenseLimit > MAX_SEATS) throw conflict(TOO_MANY_SEATS)
  const twelveMonthCents = centsForSeats(before.twelveMonthCents, { from: subscription.licenseLimit, to: licenseLimit })
  if (isTooMuch(twelveMonthCents)) throw conflict(TOTAL_TOO_LARGE)
  await updateSubscription(tx, subscription, { licenseLimit })
  await setTerms(tx, organizationId, { twelveMonthCents })
  await insertAppliedAdjustment(tx, subscription, { deltaQuantity: seats, userId: actor.id })
  const chargedCents = await chargeAdded(tx, subscription.id, seats)
  await audit(tx, actor, {
    action: 'subscription.seats-added',
    organizationId,
    subject: { kind: 'subscription', id: subscription.id },
    changes: changedFields(
      { licenseLimit: subscription.licenseLimit, twelveMonthCents: before.twelveMonthCents, chargedCents: 0 },
      { licenseLimit, twelveMonthCents, chargedCents },
    ),
  })
}

/** One change waits at a time: what was waiting and what is new become one, or nothing if they cancel out. */
async function applyAtPeriodEnd(
  tx: Database,
  actor: Actor,
  { organizationId, seats, subscription }: Grown,
  effectiveAt: string,
) {
  const pending = await lockPendingAdjustment(tx, subscription)
  const deltaQuantity = (pending?.deltaQuantity ?? 0) + seats
  if (subscription.licenseLimit + deltaQuantity > MAX_SEATS) throw conflict(TOO_MANY_SEATS)
  await (deltaQuantity === 0
    ? deleteAdjustment(tx, subscription)
    : savePendingAdjustment(tx, subscription, { deltaQuantity, userId: actor.id, effectiveAt }))
  await audit(tx, actor, {
    action: 'subscription.seat-change-scheduled',
    organizationId,
    subject: { kind: 'subscription', id: subscription.id },
    changes: { deltaQuantity: [pending?.deltaQuantity ?? 0, deltaQuantity] },
  })
}

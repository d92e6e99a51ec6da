import {
  CANCELED_CANNOT_CHANGE,
  MAX_SEATS,
  SUBSCRIPTION_ENDED,
  TOTAL_TOO_LARGE,
  canChangeSubscription,
  isTooMuch,
  type BillingType,
  type SubscriptionChanges,
} from '#contract/billing/billing.ts'
import { centsForSeats, toCents } from '#contract/money.ts'
import { tellSeats } from '#server/billing/emails/tell.ts'
import { bringUpToDate, chargeAdded } from '#server/billing/renewal-run/run.ts'
import type { Database } from '#server/database/database.ts'
import { countLicenses } from '#server/domain/licenses.ts'
import { lockOrganizationForUpdate } from '#server/domain/organizations.ts'
import { type LockedSubscription, lockLiveSubscription } from '#server/domain/subscriptions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { present, tooFewSeats } from './create.ts'
import { dropPendingAdjustments, findLiveSubscription, setTerms } from './queries.ts'
import { findOwner, insertAppliedAdjustment, lockPendingAdjustment, updateSubscription } from './seat-queries.ts'

/** Changes seats, price, plan or billing at once. Creating licenses waits meanwhile: there are never more of them than seats. */
export const changeSubscription = (platform: Platform, actor: Actor, id: string, wanted: SubscriptionChanges) =>
  platform.db.transaction(async (tx) => {
    const locked = await lockForChange(platform, tx, id)
    const { before } = locked
    const { planName = before.planName, licenseLimit = before.licenseLimit, billingType = before.billingType } = wanted
    const after = { planName, licenseLimit, billingType, twelveMonthCents: wantedPrice(before, wanted) }
    if (Object.keys(changedFields(before, after)).length > 0) await change(platform, tx, actor, locked, after)
    return read(tx, locked.organizationId)
  })

type Locked = { organizationId: string; subscription: LockedSubscription; before: Terms }
type Terms = { planName: string; licenseLimit: number; twelveMonthCents: number; billingType: BillingType }

async function change(platform: Platform, tx: Database, actor: Actor, locked: Locked, after: Terms) {
  const { subscription, organizationId, before } = locked
  const { planName, licenseLimit, twelveMonthCents, billingType } = after
  const added = licenseLimit - before.licenseLimit
  const dropped = added === 0 ? {} : await adjustSeats(platform, tx, actor, locked, licenseLimit)
  await updateSubscription(tx, subscription, { planName, licenseLimit })
  await setTerms(tx, organizationId, { twelveMonthCents, billingType })
  const chargedCents = added > 0 ? await chargeAdded(tx, subscription.id, added) : 0
  await audit(tx, actor, {
    action: 'subscription.updated',
    organizationId,
    subject: { kind: 'subscription', id: subscription.id },
    changes: {
      ...changedFields(before, after),
      ...dropped,
      ...(chargedCents > 0 && { chargedCents: [0, chargedCents] }),
    },
  })
}

/** The organization first, the order in which everybody locks the two. */
async function lockForChange(platform: Platform, tx: Database, id: string): Promise<Locked> {
  const owner = await findOwner(tx, id)
  if (!owner) throw notFound('Subscription')
  const { organizationId } = owner
  await lockOrganizationForUpdate(tx, organizationId)
  await bringUpToDate(platform, tx, id)
  const organization = await lockOrganizationForUpdate(tx, organizationId)
  const subscription = await lockLiveSubscription(tx, organizationId)
  if (subscription?.id !== id) throw conflict(SUBSCRIPTION_ENDED)
  if (!canChangeSubscription(subscription)) throw conflict(CANCELED_CANNOT_CHANGE)
  const { planName, licenseLimit } = subscription
  const { twelveMonthCents, billingType } = organization
  const before = { planName, licenseLimit, twelveMonthCents, billingType }
  return { organizationId, subscription, before }
}

/** More or fewer seats cost as much each as before, unless a price for all of them is named. */
function wantedPrice({ twelveMonthCents, licenseLimit: from }: Terms, { price, licenseLimit }: SubscriptionChanges) {
  if (price !== undefined) return toCents(price) * 12
  const wanted =
    licenseLimit === undefined ? twelveMonthCents : centsForSeats(twelveMonthCents, { from, to: licenseLimit })
  if (isTooMuch(wanted)) throw conflict(TOTAL_TOO_LARGE)
  return wanted
}

/** Refuses what the licenses do not fit in. Answers what the trail is to tell of a planned change that no longer fits. */
async function adjustSeats(
  platform: Platform,
  tx: Database,
  actor: Actor,
  { organizationId, subscription, before: { licenseLimit: from } }: Locked,
  to: number,
): Promise<ReturnType<typeof changedFields>> {
  const licensesUsed = await countLicenses(tx, organizationId)
  if (licensesUsed > to) throw conflict(tooFewSeats(licensesUsed))
  const key = await insertAppliedAdjustment(tx, subscription, { deltaQuantity: to - from, userId: actor.id })
  await tellSeats(platform, tx, { organizationId, subscriptionId: subscription.id, key, from, to, failed: false })
  const pending = await lockPendingAdjustment(tx, subscription)
  if (!pending || isPossible(to + pending.deltaQuantity)) return {}
  await dropPendingAdjustments(tx, subscription)
  return { pendingSeats: [[pending.deltaQuantity], []] }
}

const isPossible = (seats: number) => seats >= 1 && seats <= MAX_SEATS

async function read(tx: Database, organizationId: string) {
  const changed = await findLiveSubscription(tx, organizationId)
  if (!changed) throw conflict(SUBSCRIPTION_ENDED)
  return present(changed)
}

import { SUBSCRIPTION_ENDED, whyNotChange, type SubscriptionPreview } from '#contract/billing/subscriptions.ts'
import type { BilledChanges, SubscriptionChanges } from '#contract/billing/subscriptions/drafts.ts'
import { MAX_SEATS, TOTAL_TOO_LARGE, isTooMuch } from '#contract/billing/terms.ts'
import { centsForSeats, formatRand, monthlyCents, toCents } from '#contract/money.ts'
import { dryRun } from '#server/billing/dry-run.ts'
import { notifySeatsChanged } from '#server/billing/emails/notify.ts'
import { findQueuedEmails } from '#server/billing/emails/queries.ts'
import { changeSubscriptionRow, changeTerms, withSubscriptionLock, type BillingLock } from '#server/billing/lock.ts'
import { previewRenewal } from '#server/billing/renewal-run/preview.ts'
import { chargeAdded } from '#server/billing/renewal-run/run.ts'
import { bringUpToDate } from '#server/billing/renewal-run/take-step.ts'
import type { LockedOrganization } from '#server/domain/organizations.ts'
import type { LockedSubscription } from '#server/domain/subscriptions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields, type Changes } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { liveOf, presentSubscription, refuseTooFew } from './create.ts'
import { recordedFeatures, refuseOtherFeatures } from './features.ts'
import { dropPendingAdjustments, findSubscription, insertAppliedAdjustment, lockPendingAdjustment } from './queries.ts'

/** Changes seats, price, plan, billing type or features immediately. The lock makes new licenses wait, so they never exceed the seats. */
export const changeSubscription = (platform: Platform, actor: Actor, id: string, wanted: SubscriptionChanges) =>
  withSubscriptionLock(platform, id, async (lock) => {
    await makeChange(platform, lock, actor, { id, wanted })
    return presentSubscription(await findSubscription(lock.tx, id))
  })

/** Makes the change, reads the next invoice before and after it, and rolls it back. */
export const previewSubscription = (platform: Platform, actor: Actor, id: string, wanted: BilledChanges) =>
  dryRun<SubscriptionPreview>((end) =>
    withSubscriptionLock(platform, id, async (lock) => {
      const { tx, organization } = lock
      const before = await previewRenewal(tx, organization.id)
      await makeChange(platform, lock, actor, { id, wanted })
      return end({ before, after: await previewRenewal(tx, organization.id), emails: await findQueuedEmails(tx) })
    }),
  )

/** A total that was entered for other seats would change the price of each. */
export function refuseOtherSeats({ subscription }: BillingLock, seatsFrom: number | undefined) {
  const seats = subscription?.isLive ? subscription.licenseLimit : 0
  if (seatsFrom !== undefined && seatsFrom !== seats) throw conflict(otherSeats(seats))
}

export const otherSeats = (seats: number) =>
  `Someone has changed the number of licenses: it is ${seats} now. Check the price and the number, and save again.`

/** Refuses a price that was edited from an outdated one: it would undo a colleague's change. */
export function refuseOtherPrice({ organization }: BillingLock, fromCents: number | undefined) {
  const cents = monthlyCents(organization.twelveMonthCents)
  if (fromCents !== undefined && fromCents !== cents) throw conflict(otherPrice(cents))
}

export const otherPrice = (cents: number) =>
  `Someone has changed the price: it is ${formatRand(cents)} a month now. Check it and save again.`

type ChangeRequest = { id: string; wanted: SubscriptionChanges }

async function makeChange(platform: Platform, lock: BillingLock, actor: Actor, { id, wanted }: ChangeRequest) {
  if (lock.subscription?.id === id) await bringUpToDate(platform, lock)
  const before = termsOf(lock, id)
  refuseOtherSeats(lock, wanted.seatsFrom)
  refuseOtherPrice(lock, wanted.priceFrom === undefined ? undefined : toCents(wanted.priceFrom))
  refuseOtherFeatures(before.features, wanted.featuresFrom)
  const { planName = before.planName, licenseLimit = before.licenseLimit, billingType = before.billingType } = wanted
  const { features = before.features } = wanted
  const after = { planName, licenseLimit, billingType, features, twelveMonthCents: wantedPrice(before, wanted) }
  const changes = changedFields(recorded(before), recorded(after))
  if (Object.keys(changes).length > 0) await change(platform, lock, actor, { before, after, changes })
}

type Terms = Pick<LockedSubscription, 'planName' | 'licenseLimit' | 'features'> &
  Pick<LockedOrganization, 'twelveMonthCents' | 'billingType'>
type Change = { before: Terms; after: Terms }

const recorded = ({ features, ...terms }: Terms) => ({ ...terms, features: recordedFeatures(features) })

async function change(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  { before, after, changes }: Change & { changes: Changes },
) {
  const { id: organizationId } = lock.organization
  const { planName, licenseLimit, features, twelveMonthCents, billingType } = after
  const added = licenseLimit - before.licenseLimit
  const dropped = added === 0 ? {} : await adjustSeats(platform, lock, actor, { before, after })
  await changeSubscriptionRow(lock, { planName, licenseLimit, features })
  await changeTerms(lock, { twelveMonthCents, billingType })
  const chargedCents = added > 0 ? await chargeAdded(lock, added) : 0
  await audit(lock.tx, actor, {
    action: 'subscription.updated',
    organizationId,
    subject: { kind: 'subscription', id: lock.subscription!.id },
    changes: {
      ...changes,
      ...dropped,
      ...(chargedCents > 0 && { chargedCents: [0, chargedCents] }),
    },
  })
}

function termsOf(lock: BillingLock, id: string): Terms {
  const subscription = liveOf(lock, id)
  const refusal = whyNotChange(subscription)
  if (refusal) throw conflict(refusal)
  const { planName, licenseLimit, features } = subscription
  const { twelveMonthCents, billingType } = lock.organization
  return { planName, licenseLimit, features, twelveMonthCents, billingType }
}

/** Keeps the price per seat unless the change names a total. */
function wantedPrice({ twelveMonthCents, licenseLimit: from }: Terms, { price, licenseLimit }: SubscriptionChanges) {
  if (price !== undefined) return toCents(price) * 12
  const wanted =
    licenseLimit === undefined ? twelveMonthCents : centsForSeats(twelveMonthCents, { from, to: licenseLimit })
  if (isTooMuch(wanted)) throw conflict(TOTAL_TOO_LARGE)
  return wanted
}

/** Refuses fewer seats than licenses. Returns the audit details of a planned change that no longer fits. */
async function adjustSeats(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  { before: { licenseLimit: from }, after: { licenseLimit: to } }: Change,
): Promise<Changes> {
  const { tx, subscription } = lock
  if (!subscription) throw conflict(SUBSCRIPTION_ENDED)
  await refuseTooFew(lock, to)
  const key = await insertAppliedAdjustment(tx, subscription, { deltaQuantity: to - from, userId: actor.id })
  await notifySeatsChanged(platform, lock, { key, from, to, failed: false })
  const pending = await lockPendingAdjustment(tx, subscription)
  if (!pending || isPossible(to + pending.deltaQuantity)) return {}
  await dropPendingAdjustments(tx, subscription)
  return { pendingSeats: [[pending.deltaQuantity], []] }
}

const isPossible = (seats: number) => seats >= 1 && seats <= MAX_SEATS

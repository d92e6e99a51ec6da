import { PAYMENT_TERM_DAYS } from '#contract/billing/terms.ts'
import { issueInvoice } from '#server/billing/invoices/issue.ts'
import { changeSubscriptionRow, type BillingLock, billedOf, type BilledSubscription } from '#server/billing/lock.ts'
import { draftRenewal } from '#server/billing/renewal-run/draft.ts'
import { chargeLine, periodLine } from '#server/billing/renewal-run/lines.ts'
import { isFree } from '#server/billing/renewal-run/prices.ts'
import { findUnbilled, setBilled } from '#server/billing/renewal-run/queries.ts'
import { dayOf, latestOf, plusDays, type Period } from '#server/domain/calendar.ts'
import { systemActor, type Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Step: invoices the next period once its notice begins. */
export async function issueRenewal(platform: Platform, lock: BillingLock, subscription: BilledSubscription) {
  if (subscription.status === 'canceled' || isFree(subscription)) return false
  const draft = await draftRenewal(lock.tx, subscription)
  if (!draft || draft.isHeldUp || draft.opensOn > subscription.today) return false
  const { dueDate, items, period, chargeIds, anchorDay } = draft
  const { id: subscriptionId, organizationId } = subscription
  // Before the invoice, which credit may pay immediately.
  if (subscription.anchorDay === null) await changeSubscriptionRow(lock, { anchorDay })
  const invoice = await issueInvoice(platform, lock, systemActor, { subscriptionId, dueDate, items, period })
  await setBilled(lock.tx, organizationId, chargeIds, invoice.id)
  return true
}

/** Invoices the first period of a new subscription, unless it is free. The period of a converted trial begins later. */
export async function issueFirst(platform: Platform, lock: BillingLock, actor: Actor) {
  const subscription = billedOf(lock)
  if (!subscription || isFree(subscription)) return undefined
  const { id: subscriptionId, licenseLimit: seats, today } = subscription
  const period: Period = { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd }
  return issueInvoice(platform, lock, actor, {
    subscriptionId,
    dueDate: latestOf(dayOf(period.start), plusDays(today, PAYMENT_TERM_DAYS)),
    items: [periodLine(subscription, period)],
    period: { ...period, seats },
  })
}

/** Invoices seats added since the last invoice of a subscription that ended or became free. */
export async function issueLast(platform: Platform, lock: BillingLock, actor: Actor) {
  const { tx, subscription, today } = lock
  if (!subscription) return
  const { id: subscriptionId, organizationId } = subscription
  const charges = await findUnbilled(tx, subscription)
  if (charges.length === 0) return
  const dueDate = plusDays(today, PAYMENT_TERM_DAYS)
  const order = { subscriptionId, dueDate, items: charges.map(chargeLine) }
  const invoice = await issueInvoice(platform, lock, actor, order)
  await setBilled(
    tx,
    organizationId,
    charges.map(({ id }) => id),
    invoice.id,
  )
}

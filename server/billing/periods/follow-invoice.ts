import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { changeSubscriptionRow, type BillingLock } from '#server/billing/lock.ts'
import type { Period } from '#server/domain/calendar.ts'
import type { LockedInvoice } from '#server/domain/invoices.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { recover } from './billing-status.ts'
import { clearPrevious, clearSettled, deleteChargesWithin, findNextPaid, setPrevious } from './queries.ts'

// Called after an invoice has changed. Does nothing without a subscription that is still running.

const billedOn = ({ subscription }: BillingLock, { subscriptionId }: LockedInvoice) =>
  subscription?.id === subscriptionId ? subscription : undefined

export async function onInvoicePaid(platform: Platform, lock: BillingLock, actor: Actor, invoice: LockedInvoice) {
  if (!billedOn(lock, invoice)) return
  await advancePeriod(lock, actor)
  await recover(platform, lock, actor)
}

/** The invoice is outstanding again. The hourly run recomputes how late it is. */
export async function onInvoiceReopened(lock: BillingLock, actor: Actor, invoice: LockedInvoice) {
  if (billedOn(lock, invoice)) await revertPeriod(lock, actor, invoice)
}

/** The invoice became void, cancelled or a draft, paid before or not. */
export async function onInvoiceVoided(platform: Platform, lock: BillingLock, actor: Actor, invoice: LockedInvoice) {
  const subscription = billedOn(lock, invoice)
  if (!subscription) return
  const { periodStart: start, periodEnd: end } = invoice
  if (start && end) {
    await revertPeriod(lock, actor, invoice)
    await deleteChargesWithin(lock.tx, subscription, { start, end })
    await clearSettled(lock.tx, invoice)
  }
  await recover(platform, lock, actor)
}

/** Advances the period over all following paid periods, up to the first gap. */
async function advancePeriod(lock: BillingLock, actor: Actor) {
  const { tx, subscription } = lock
  if (!subscription) return
  let { currentPeriodStart, currentPeriodEnd } = subscription
  for (;;) {
    const next = await findNextPaid(tx, { ...subscription, currentPeriodEnd })
    if (!next) break
    await setPrevious(tx, { ...subscription, id: next.id }, currentPeriodStart)
    currentPeriodStart = currentPeriodEnd
    currentPeriodEnd = next.periodEnd
  }
  if (currentPeriodEnd === subscription.currentPeriodEnd) return
  await setPeriod(lock, actor, 'subscription.renewed', { start: currentPeriodStart, end: currentPeriodEnd })
}

/** Returns to the period before the unpaid one. Later periods stay paid and count once it is paid. */
async function revertPeriod(lock: BillingLock, actor: Actor, { periodStart, previousPeriodStart }: LockedInvoice) {
  if (!lock.subscription || periodStart === null || previousPeriodStart === null) return
  await clearPrevious(lock.tx, lock.subscription, periodStart)
  await setPeriod(lock, actor, 'subscription.renewal-reverted', { start: previousPeriodStart, end: periodStart })
}

async function setPeriod(lock: BillingLock, actor: Actor, action: ActionOn<'subscription'>, { start, end }: Period) {
  const { subscription } = lock
  if (!subscription) return
  const { id, organizationId, currentPeriodEnd } = subscription
  await changeSubscriptionRow(lock, { currentPeriodStart: start, currentPeriodEnd: end })
  await audit(lock.tx, actor, {
    action,
    organizationId,
    subject: { kind: 'subscription', id },
    changes: { currentPeriodEnd: [currentPeriodEnd, end] },
  })
}

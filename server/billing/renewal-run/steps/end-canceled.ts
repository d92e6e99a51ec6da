import { isToCome } from '#contract/billing/subscriptions/ending.ts'
import { notifyBillingStatus } from '#server/billing/emails/notify.ts'
import { voidOrCreditInvoice } from '#server/billing/invoices/credit-notes/credit-notes.ts'
import { changeSubscriptionRow, type BillingLock, type BilledSubscription } from '#server/billing/lock.ts'
import { closePending, deleteUnbilledFrom, findPeriods } from '#server/billing/renewal-run/queries.ts'
import { switchOff } from '#server/domain/switch-licenses.ts'
import { systemActor, type Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { issueLast } from './issue-renewal.ts'

/** Step: ends a canceled subscription after its paid period. */
export async function endCanceled(platform: Platform, lock: BillingLock, subscription: BilledSubscription) {
  const { status, currentPeriodEnd, now } = subscription
  if (status !== 'canceled' || currentPeriodEnd > now) return false
  await endSubscription(platform, lock, systemActor, { endedAt: currentPeriodEnd })
  return true
}

type Ending = { endedAt: string; status?: 'unpaid'; pastDueAt?: string | null }

/** Deactivates its licenses, drops planned changes and bills added seats. Outstanding invoices stay outstanding. */
export async function endSubscription(
  platform: Platform,
  lock: BillingLock,
  actor: Actor,
  { canceledBy, ...ending }: Ending & { canceledBy?: string | null },
) {
  const { tx, subscription } = lock
  if (!subscription) return
  const { id, organizationId, status, pastDueAt } = subscription
  await closePending(tx, subscription, 'dropped')
  await switchOff(tx, actor, organizationId)
  await issueLast(platform, lock, actor)
  await changeSubscriptionRow(lock, ending)
  await audit(tx, actor, {
    action: 'subscription.ended',
    organizationId,
    subject: { kind: 'subscription', id },
    changes: changedFields({ status, pastDueAt, endedAt: null }, ending),
  })
  await notifyBillingStatus(platform, lock, subscription, { billingStatus: 'ended', since: ending.endedAt, canceledBy })
}

/** Voids the unpaid invoice of a period that has not begun, with its charges. */
export async function voidRenewal(platform: Platform, lock: BillingLock, actor: Actor) {
  const { tx, subscription } = lock
  if (!subscription) return
  const { currentPeriodEnd } = subscription
  for (const { id, start, isOutstanding } of await findPeriods(tx, subscription, currentPeriodEnd)) {
    if (isOutstanding && isToCome({ periodStart: start }, subscription, Date.parse(lock.now)))
      await voidOrCreditInvoice(platform, lock, actor, id)
  }
  await deleteUnbilledFrom(tx, subscription, lock.subscription?.currentPeriodEnd ?? currentPeriodEnd)
}

import type { ActionOn } from '#contract/operations/audit-actions.ts'
import type { Database } from '#server/database/database.ts'
import type { Period } from '#server/domain/calendar.ts'
import type { LockedSubscription } from '#server/domain/subscriptions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { clearPrevious, findNextPaid, findPrevious, setPeriod, setPrevious } from './queries.ts'

/** As far as the following periods are paid for, without a gap. */
export async function moveOn(tx: Database, actor: Actor, subscription: LockedSubscription) {
  let { currentPeriodStart, currentPeriodEnd } = subscription
  for (;;) {
    const next = await findNextPaid(tx, { ...subscription, currentPeriodEnd })
    if (!next) break
    await setPrevious(tx, { ...subscription, id: next.id }, currentPeriodStart)
    currentPeriodStart = currentPeriodEnd
    currentPeriodEnd = next.periodEnd
  }
  if (currentPeriodEnd === subscription.currentPeriodEnd) return
  await moveTo(tx, actor, subscription, 'subscription.renewed', { start: currentPeriodStart, end: currentPeriodEnd })
}

/** To before the period of an invoice that is not paid any longer. Those after it stay paid, and count again once it is. */
export async function moveBack(
  tx: Database,
  actor: Actor,
  subscription: LockedSubscription,
  invoice: { id: string; periodStart: string },
) {
  const start = await findPrevious(tx, { ...subscription, id: invoice.id })
  if (start === null) return
  await clearPrevious(tx, subscription, invoice.periodStart)
  await moveTo(tx, actor, subscription, 'subscription.renewal-reverted', { start, end: invoice.periodStart })
}

export async function moveTo(
  tx: Database,
  actor: Actor,
  subscription: LockedSubscription,
  action: ActionOn<'subscription'>,
  to: Period,
) {
  await setPeriod(tx, subscription, to)
  await audit(tx, actor, {
    action,
    organizationId: subscription.organizationId,
    subject: { kind: 'subscription', id: subscription.id },
    changes: { currentPeriodEnd: [subscription.currentPeriodEnd, to.end] },
  })
}

import { notifyBillingStatus } from '#server/billing/emails/notify.ts'
import { changeSubscriptionRow, type BillingLock, type BilledSubscription } from '#server/billing/lock.ts'
import { gradeOf, isWorse } from '#server/billing/periods/billing-status.ts'
import { findLateSince } from '#server/billing/periods/queries.ts'
import { systemActor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { endSubscription } from './end-canceled.ts'

const ACTIONS = { past_due: 'subscription.marked-past-due', unpaid: 'subscription.marked-unpaid' } as const

/** Step: downgrades an overdue subscription; catches up in one step after downtime. */
export async function escalate(platform: Platform, lock: BillingLock, subscription: BilledSubscription) {
  const { id, organizationId, status, pastDueAt, now } = subscription
  if (status === 'canceled') return false
  const since = await findLateSince(lock.tx, subscription)
  const { grade, from } = gradeOf(since, now)
  if (grade === status && since !== null && pastDueAt !== null && since < pastDueAt) {
    await backdatePastDue(lock, subscription, since)
    return true
  }
  if (grade === 'active' || !isWorse(grade, status)) return false
  if (grade === 'ended') {
    await endSubscription(platform, lock, systemActor, { endedAt: now, status: 'unpaid', pastDueAt: since })
    return true
  }
  await changeSubscriptionRow(lock, { status: grade, pastDueAt: since })
  await audit(lock.tx, systemActor, {
    action: ACTIONS[grade],
    organizationId,
    subject: { kind: 'subscription', id },
    changes: changedFields({ status, pastDueAt }, { status: grade, pastDueAt: since }),
  })
  await notifyBillingStatus(platform, lock, subscription, { billingStatus: grade, since: from })
  return true
}

/** A reopened older invoice makes it late for longer without changing its status. */
async function backdatePastDue(
  lock: BillingLock,
  { id, organizationId, pastDueAt }: BilledSubscription,
  since: string,
) {
  await changeSubscriptionRow(lock, { pastDueAt: since })
  await audit(lock.tx, systemActor, {
    action: 'subscription.overdue-extended',
    organizationId,
    subject: { kind: 'subscription', id },
    changes: changedFields({ pastDueAt }, { pastDueAt: since }),
  })
}

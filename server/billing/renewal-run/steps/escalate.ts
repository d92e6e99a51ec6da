import { tellStanding } from '#server/billing/emails/tell.ts'
import type { BilledSubscription } from '#server/billing/renewal-run/billed-subscription.ts'
import { updateSubscription } from '#server/billing/renewal-run/queries.ts'
import { findLate, gradeOf, isWorse } from '#server/billing/subscriptions/periods/standing.ts'
import type { Database } from '#server/database/database.ts'
import { systemActor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { endSubscription } from './end-canceled.ts'

const ACTIONS = { past_due: 'subscription.marked-past-due', unpaid: 'subscription.marked-unpaid' } as const

/** The step: what its unpaid invoices make of a subscription. After an outage it goes to where it stands at once, and says that. */
export async function worsen(platform: Platform, tx: Database, subscription: BilledSubscription) {
  const { id, organizationId, planName, status, pastDueAt, now } = subscription
  if (status === 'canceled') return false
  const { since } = await findLate(tx, subscription)
  const { grade, from } = gradeOf(since, now)
  if (grade === status && since !== null && pastDueAt !== null && since < pastDueAt) {
    await countLonger(tx, subscription, since)
    return true
  }
  if (grade === 'active' || !isWorse(grade, status)) return false
  if (grade === 'ended') {
    await endSubscription(platform, tx, systemActor, subscription, { endedAt: now, status: 'unpaid', pastDueAt: since })
    return true
  }
  await updateSubscription(tx, subscription, { status: grade, pastDueAt: since })
  await audit(tx, systemActor, {
    action: ACTIONS[grade],
    organizationId,
    subject: { kind: 'subscription', id },
    changes: changedFields({ status, pastDueAt }, { status: grade, pastDueAt: since }),
  })
  await tellStanding(platform, tx, { organizationId, subscriptionId: id, planName, standing: grade, since: from })
  return true
}

/** An older invoice is owed again: it has been late for longer than was thought, and stands as it did. */
async function countLonger(tx: Database, subscription: BilledSubscription, since: string) {
  const { id, organizationId, pastDueAt } = subscription
  await updateSubscription(tx, subscription, { pastDueAt: since })
  await audit(tx, systemActor, {
    action: 'subscription.overdue-extended',
    organizationId,
    subject: { kind: 'subscription', id },
    changes: changedFields({ pastDueAt }, { pastDueAt: since }),
  })
}

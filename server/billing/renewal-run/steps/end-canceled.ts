import { tellStanding } from '#server/billing/emails/tell.ts'
import { takeBackInvoice } from '#server/billing/invoices/actions.ts'
import type { BilledSubscription } from '#server/billing/renewal-run/billed-subscription.ts'
import {
  closePending,
  deleteUnbilledFrom,
  findPeriods,
  updateSubscription,
} from '#server/billing/renewal-run/queries.ts'
import type { Database } from '#server/database/database.ts'
import { switchOff } from '#server/domain/switch-licenses.ts'
import { systemActor, type Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { issueLast } from './issue-renewal.ts'

/** The step: a canceled subscription ends with the period that was paid for. */
export async function endCanceled(platform: Platform, tx: Database, subscription: BilledSubscription) {
  const { status, currentPeriodEnd, now } = subscription
  if (status !== 'canceled' || currentPeriodEnd > now) return false
  await endSubscription(platform, tx, systemActor, subscription, { endedAt: currentPeriodEnd })
  return true
}

type Ending = { endedAt: string; status?: 'unpaid'; pastDueAt?: string | null }

/** Its licenses go off, nothing more changes of it, and what was not billed yet is. What is owed stays owed. */
export async function endSubscription(
  platform: Platform,
  tx: Database,
  actor: Actor,
  subscription: BilledSubscription,
  ending: Ending,
) {
  const { id, organizationId, planName, status, pastDueAt } = subscription
  await closePending(tx, subscription, 'dropped')
  await switchOff(tx, actor, organizationId)
  await issueLast(platform, tx, actor, subscription)
  await updateSubscription(tx, subscription, ending)
  await audit(tx, actor, {
    action: 'subscription.ended',
    organizationId,
    subject: { kind: 'subscription', id },
    changes: changedFields({ status, pastDueAt, endedAt: null }, ending),
  })
  const since = ending.endedAt
  await tellStanding(platform, tx, { organizationId, subscriptionId: id, planName, standing: 'ended', since })
}

/** A subscription that is not renewed takes back what it has issued for a period to come, and all that belongs to that. */
export async function takeBackRenewal(
  platform: Platform,
  tx: Database,
  actor: Actor,
  subscription: BilledSubscription,
) {
  const { currentPeriodEnd } = subscription
  for (const { id, start, isOwed } of await findPeriods(tx, subscription, currentPeriodEnd)) {
    if (isOwed && start >= currentPeriodEnd) await takeBackInvoice(platform, tx, actor, id)
  }
  await deleteUnbilledFrom(tx, subscription, currentPeriodEnd)
}

import { ENDED_AFTER_DAYS, UNPAID_AFTER_DAYS } from '#contract/billing/terms.ts'
import { notifyBillingStatus } from '#server/billing/emails/notify.ts'
import { changeSubscriptionRow, type BillingLock } from '#server/billing/lock.ts'
import { daysAfter } from '#server/domain/calendar.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findLateSince } from './queries.ts'

/** Ordered by severity. Only time leads downwards, only money upwards. */
const GRADES = ['active', 'past_due', 'unpaid', 'ended'] as const
type Grade = (typeof GRADES)[number]

export const isWorse = (one: Grade, other: Grade) => GRADES.indexOf(one) > GRADES.indexOf(other)

/** Returns the billing status for an unpaid due day that ended at `since`, and its start. */
export function gradeOf(since: string | null, now: string): { grade: Grade; from: string } {
  if (since === null) return { grade: 'active', from: now }
  const [unpaidFrom, endedFrom] = [daysAfter(since, UNPAID_AFTER_DAYS), daysAfter(since, ENDED_AFTER_DAYS)]
  if (now >= endedFrom) return { grade: 'ended', from: endedFrom }
  return now >= unpaidFrom ? { grade: 'unpaid', from: unpaidFrom } : { grade: 'past_due', from: since }
}

/** Improves the billing status after a payment, credit note or void, as far as the remaining invoices allow. */
export async function recover(platform: Platform, lock: BillingLock, actor: Actor) {
  const { tx, now, subscription } = lock
  if (subscription?.status !== 'past_due' && subscription?.status !== 'unpaid') return
  const { id, organizationId, status, pastDueAt } = subscription
  const since = await findLateSince(tx, subscription)
  const { grade } = gradeOf(since, now)
  const better = grade === 'ended' || isWorse(grade, status) ? status : grade
  const changes = changedFields({ status, pastDueAt }, { status: better, pastDueAt: since })
  if (Object.keys(changes).length === 0) return
  await changeSubscriptionRow(lock, { status: better, pastDueAt: since })
  await audit(tx, actor, {
    action: better === 'active' ? 'subscription.recovered' : 'subscription.overdue-shortened',
    organizationId,
    subject: { kind: 'subscription', id },
    changes,
  })
  if (better === 'active')
    await notifyBillingStatus(platform, lock, subscription, { billingStatus: 'active', since: now })
}

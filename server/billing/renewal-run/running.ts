import type { Database } from '#server/database/database.ts'
import type { Period } from '#server/domain/calendar.ts'
import type { BilledSubscription } from './billed-subscription.ts'
import { findPeriods, findPreviousPeriod } from './queries.ts'

/** The period that is running and billed: paid for, also where a later one is already, or owed. Undefined if it is still to be billed. */
export async function findRunning(db: Database, subscription: BilledSubscription): Promise<Period | undefined> {
  const { now, currentPeriodStart: start, currentPeriodEnd: end } = subscription
  if (now < start) return findBefore(db, subscription, { start, end })
  if (now < end) return { start, end }
  const periods = await findPeriods(db, subscription, end)
  return periods.find((period) => period.isOwed && period.start <= now && now < period.end)
}

async function findBefore(db: Database, subscription: BilledSubscription, paid: Period): Promise<Period> {
  const before = await findPreviousPeriod(db, subscription, paid.start)
  if (!before) return paid
  return subscription.now < before.start ? findBefore(db, subscription, before) : before
}

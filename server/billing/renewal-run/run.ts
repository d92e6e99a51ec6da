import { type BillingLock, billedOf, type BilledSubscription } from '#server/billing/lock.ts'
import type { Database } from '#server/database/database.ts'
import type { Period } from '#server/domain/calendar.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findDue } from './due-queries.ts'
import { findCovered, findPeriods, findPreviousPeriod } from './queries.ts'
import { endCanceled } from './steps/end-canceled.ts'
import { chargeSeats } from './steps/settle-seats.ts'
import { takeStep } from './take-step.ts'

export const BILL_SUBSCRIPTION = 'bill-subscription'

/** Guards against an endless loop. */
const MOST_STEPS = 50

const PAGE = 1000

export async function billSubscription(platform: Platform, id: string) {
  for (let taken = 0; taken < MOST_STEPS; taken += 1) if (!(await takeStep(platform, id))) return
  throw new Error(`Something is due again and again for subscription ${id}`)
}

/** Job: queues a job per due subscription, so that a failure does not block the others. */
export async function billDue({ db, jobs }: Platform) {
  for await (const ids of pages(db)) {
    await jobs.enqueueMany(
      db,
      BILL_SUBSCRIPTION,
      ids.map((id) => ({ data: { subscriptionId: id }, key: id })),
    )
  }
}

export async function billAllDue(platform: Platform) {
  for await (const ids of pages(platform.db)) for (const id of ids) await billSubscription(platform, id)
}

async function* pages(db: Database) {
  let ids = await findDue(db, PAGE)
  while (ids.length > 0) {
    yield ids
    ids = ids.length < PAGE ? [] : await findDue(db, PAGE, ids.at(-1))
  }
}

/** Ends a canceled subscription whose period is over before the job does. */
export async function endIfOver(platform: Platform, lock: BillingLock) {
  const subscription = billedOf(lock)
  if (subscription) await endCanceled(platform, lock, subscription)
}

/** Charges new seats for the rest of the running period beyond those already billed, except in a trial. Call it after changing seats and price. Returns cents. */
export async function chargeAdded(lock: BillingLock, added: number) {
  const { tx } = lock
  const subscription = billedOf(lock)
  const period = subscription && (await findRunning(tx, subscription))
  if (!period || isFreeNow(subscription)) return 0
  const { licenseLimit, now: from } = subscription
  const covered = await findCovered(tx, subscription, period)
  const seats = covered === undefined ? added : Math.min(added, licenseLimit - covered)
  return seats > 0 ? chargeSeats(tx, subscription, { seats, period, from }) : 0
}

/** Returns the end of the running period, paid or not, or of a later one that has already begun: planned changes take effect then. */
export async function runningEnd(lock: BillingLock) {
  const subscription = billedOf(lock)
  if (!subscription) return lock.now
  return (await findRunning(lock.tx, subscription))?.end ?? subscription.currentPeriodEnd
}

/** Returns the running period if it is invoiced, paid or outstanding; otherwise undefined. */
async function findRunning(db: Database, subscription: BilledSubscription): Promise<Period | undefined> {
  const { now, currentPeriodStart: start, currentPeriodEnd: end } = subscription
  if (now < start) return findBefore(db, subscription, { start, end })
  if (now < end) return { start, end }
  const periods = await findPeriods(db, subscription, end)
  return periods.find((period) => period.isOutstanding && period.start <= now && now < period.end)
}

const isFreeNow = ({ isTrial, trialEndsAt, now }: BilledSubscription) =>
  isTrial || (trialEndsAt !== null && now < trialEndsAt)

async function findBefore(db: Database, subscription: BilledSubscription, paid: Period): Promise<Period> {
  const before = await findPreviousPeriod(db, subscription, paid.start)
  if (!before) return paid
  return subscription.now < before.start ? findBefore(db, subscription, before) : before
}

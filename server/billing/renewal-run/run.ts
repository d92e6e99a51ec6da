import { type BillingLock, billedOf, type BilledSubscription } from '#server/billing/lock.ts'
import type { Database } from '#server/database/database.ts'
import type { Period } from '#server/domain/calendar.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findDue } from './due-queries.ts'
import { findCovered, findPeriods, findPreviousPeriod } from './queries.ts'
import { endCanceled, endSubscription, takeBackRenewal } from './steps/end-canceled.ts'
import { issueFirst } from './steps/issue-renewal.ts'
import { chargeSeats } from './steps/settle-seats.ts'
import { bringUpToDate, takeStep } from './take-step.ts'

export { previewRenewal } from './preview.ts'
export { bringUpToDate, endSubscription, issueFirst, takeBackRenewal }

export const BILL_SUBSCRIPTION = 'bill-subscription'

/** Steps of one subscription at one time. Each makes the next impossible soon; this is for what nobody has thought of. */
const MOST_STEPS = 50

/** Subscriptions a page. */
const PAGE = 1000

/** Does everything that is due now for one subscription. */
export async function billSubscription(platform: Platform, id: string) {
  for (let taken = 0; taken < MOST_STEPS; taken += 1) if (!(await takeStep(platform, id))) return
  throw new Error(`Something is due again and again for subscription ${id}`)
}

/** The job: a job for each subscription that something is due for, so that none holds up the others. */
export async function billDue({ db, jobs }: Platform) {
  for await (const ids of pages(db)) {
    await jobs.enqueueMany(
      db,
      BILL_SUBSCRIPTION,
      ids.map((id) => ({ data: { subscriptionId: id }, key: id })),
    )
  }
}

/** The same here and now, one subscription after another. */
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

/** Ends what is canceled and over, whether or not the job has been there. */
export async function endIfOver(platform: Platform, lock: BillingLock) {
  const subscription = billedOf(lock)
  if (subscription) await endCanceled(platform, lock, subscription)
}

/**
 * Charges seats that came just now for the rest of the running period, as far as that was billed without them: those that had
 * gone meanwhile are paid for. The seats and the price are changed already. Answers the cents.
 */
export async function chargeAdded(lock: BillingLock, added: number) {
  const { tx } = lock
  const subscription = billedOf(lock)
  const period = subscription && (await findRunning(tx, subscription))
  if (!period) return 0
  const { licenseLimit, now: from } = subscription
  const covered = await findCovered(tx, subscription, period)
  const seats = covered === undefined ? added : Math.min(added, licenseLimit - covered)
  return seats > 0 ? chargeSeats(tx, subscription, { seats, period, from }) : 0
}

/** The end of the period that is running, whether or not it is paid, or a later one already: the day of planned changes. */
export async function runningEnd(lock: BillingLock) {
  const subscription = billedOf(lock)
  if (!subscription) return lock.now
  return (await findRunning(lock.tx, subscription))?.end ?? subscription.currentPeriodEnd
}

/** The period that is running and billed: paid for, also where a later one is already, or owed. Undefined if it is still to be billed. */
async function findRunning(db: Database, subscription: BilledSubscription): Promise<Period | undefined> {
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

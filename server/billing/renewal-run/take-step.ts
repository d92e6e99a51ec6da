import { withSubscriptionLock, type BillingLock, billedOf, type BilledSubscription } from '#server/billing/lock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { applySeats } from './steps/apply-seats.ts'
import { endCanceled } from './steps/end-canceled.ts'
import { escalate } from './steps/escalate.ts'
import { issueRenewal } from './steps/issue-renewal.ts'
import { renewFree } from './steps/renew-free.ts'
import { settleSeats } from './steps/settle-seats.ts'

/** Does its work if it is due and returns whether it did. */
type Step = (platform: Platform, lock: BillingLock, subscription: BilledSubscription) => Promise<boolean>

/** The order matters: seats change before they are billed, and a period is billed before it is late. */
const STEPS: Step[] = [endCanceled, applySeats, settleSeats, renewFree, issueRenewal, escalate]

/** Run before an admin changes the seats. */
const SEAT_STEPS: Step[] = [applySeats, settleSeats]

/** Runs the first due step in its own transaction, so that a crash leaves nothing half done. */
export const takeStep = (platform: Platform, id: string) =>
  withSubscriptionLock(platform, id, async (lock) => {
    const subscription = billedOf(lock)
    if (subscription?.id !== id) return false
    for (const step of STEPS) if (await step(platform, lock, subscription)) return true
    return false
  })

/** Runs the due seat steps in the transaction that is about to change the seats. */
export async function bringUpToDate(platform: Platform, lock: BillingLock) {
  for (const step of SEAT_STEPS) {
    const subscription = billedOf(lock)
    if (subscription) await step(platform, lock, subscription)
  }
}

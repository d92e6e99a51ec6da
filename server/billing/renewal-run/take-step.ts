import { withSubscriptionLock, type BillingLock, billedOf, type BilledSubscription } from '#server/billing/lock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { changeSeats } from './steps/apply-seats.ts'
import { endCanceled } from './steps/end-canceled.ts'
import { worsen } from './steps/escalate.ts'
import { issueRenewal } from './steps/issue-renewal.ts'
import { renewFree } from './steps/renew-free.ts'
import { settleSeats } from './steps/settle-seats.ts'

/** Asks whether it is due, does it, and says whether it did. */
type Step = (platform: Platform, lock: BillingLock, subscription: BilledSubscription) => Promise<boolean>

/** In this order: seats change before they are billed, and a period is billed before it is late. */
const STEPS: Step[] = [endCanceled, changeSeats, settleSeats, renewFree, issueRenewal, worsen]

/** What has to be so before somebody changes the seats. */
const SEAT_STEPS: Step[] = [changeSeats, settleSeats]

/** Does the first thing that is due, alone in its transaction: a process that is stopped leaves nothing half done. */
export const takeStep = (platform: Platform, id: string) =>
  withSubscriptionLock(platform, id, async (lock) => {
    const subscription = billedOf(lock)
    if (subscription?.id !== id) return false
    for (const step of STEPS) if (await step(platform, lock, subscription)) return true
    return false
  })

/** In the transaction of whoever is about to change the seats. */
export async function bringUpToDate(platform: Platform, lock: BillingLock) {
  for (const step of SEAT_STEPS) {
    const subscription = billedOf(lock)
    if (subscription) await step(platform, lock, subscription)
  }
}

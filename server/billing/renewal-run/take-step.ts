import type { Database } from '#server/database/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockBilledSubscription, type BilledSubscription } from './billed-subscription.ts'
import { changeSeats } from './steps/apply-seats.ts'
import { endCanceled } from './steps/end-canceled.ts'
import { worsen } from './steps/escalate.ts'
import { issueRenewal } from './steps/issue-renewal.ts'
import { renewFree } from './steps/renew-free.ts'
import { settleSeats } from './steps/settle-seats.ts'

/** Asks whether it is due, does it, and says whether it did. The organization and the subscription are held. */
type Step = (platform: Platform, tx: Database, subscription: BilledSubscription) => Promise<boolean>

/** In this order: seats change before they are billed, and a period is billed before it is late. */
const STEPS: Step[] = [endCanceled, changeSeats, settleSeats, renewFree, issueRenewal, worsen]

/** What has to be so before somebody changes the seats. */
const SEAT_STEPS: Step[] = [changeSeats, settleSeats]

/** Does the first thing that is due, alone in its transaction: a process that is stopped leaves nothing half done. */
export const takeStep = (platform: Platform, id: string) =>
  platform.db.transaction(async (tx) => {
    const subscription = await lockBilledSubscription(tx, id)
    if (!subscription) return false
    for (const step of STEPS) if (await step(platform, tx, subscription)) return true
    return false
  })

/** In the transaction of whoever is about to change the seats. Undefined once the subscription has ended. */
export async function bringUpToDate(platform: Platform, tx: Database, id: string) {
  for (const step of SEAT_STEPS) {
    const subscription = await lockBilledSubscription(tx, id)
    if (!subscription) return undefined
    await step(platform, tx, subscription)
  }
  return lockBilledSubscription(tx, id)
}

import type { BillingLock } from '#server/billing/lock.ts'
import type { findBilledSubscription } from './queries.ts'

export type BilledSubscription = NonNullable<Awaited<ReturnType<typeof findBilledSubscription>>>

/** The locked one, as it is now. Undefined once it has ended. */
export function billedOf({ organization, subscription, now, today: day }: BillingLock): BilledSubscription | undefined {
  const { billingType, twelveMonthCents } = organization
  return subscription && { ...subscription, billingType, twelveMonthCents, now, today: day }
}

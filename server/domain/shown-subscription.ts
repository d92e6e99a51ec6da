import { subscriptions } from '#server/database/schema/subscriptions.ts'

/** A subscription as the contract shows it, without what its organization's row says: price and seats in use. */
export const shownSubscription = {
  id: subscriptions.id,
  planName: subscriptions.planName,
  status: subscriptions.status,
  licenseLimit: subscriptions.licenseLimit,
  currentPeriodStart: subscriptions.currentPeriodStart,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
}

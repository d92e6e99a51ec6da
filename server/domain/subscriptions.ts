import { and, eq, sql } from 'drizzle-orm'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'

/** True until a subscription has ended. A canceled one lives on to the end of its paid period, whether or not the job has run. */
export const isLive = sql<boolean>`(${subscriptions.endedAt} is null
  and not (${subscriptions.status} = 'canceled' and ${subscriptions.currentPeriodEnd} <= now()))`

/** A subscription as the contract shows it, without what its organization's row says: price and seats in use. */
export const shownSubscription = {
  id: subscriptions.id,
  planName: subscriptions.planName,
  status: subscriptions.status,
  licenseLimit: subscriptions.licenseLimit,
  currentPeriodStart: subscriptions.currentPeriodStart,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
}

/** For joins: the one change of seats that waits for the subscription of an organization. */
export const isPendingAdjustment = and(
  eq(adjustments.organizationId, organizations.id),
  eq(adjustments.subscriptionId, subscriptions.id),
  eq(adjustments.status, 'pending'),
)

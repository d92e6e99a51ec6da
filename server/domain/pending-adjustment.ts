import { and, eq } from 'drizzle-orm'
import { organizations } from '#server/database/schema/organizations.ts'
import { adjustments, subscriptions } from '#server/database/schema/subscriptions.ts'

/** For joins: the one change of seats that waits for the subscription of an organization. */
export const isPendingAdjustment = and(
  eq(adjustments.organizationId, organizations.id),
  eq(adjustments.subscriptionId, subscriptions.id),
  eq(adjustments.status, 'pending'),
)

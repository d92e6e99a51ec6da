import { and, eq, isNull, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { today } from '#server/domain/calendar.ts'
import { lockOrganization } from '#server/domain/organizations.ts'

/** A subscription with its price, and what time it is. */
export const billedSubscription = {
  id: subscriptions.id,
  organizationId: subscriptions.organizationId,
  planName: subscriptions.planName,
  status: subscriptions.status,
  licenseLimit: subscriptions.licenseLimit,
  currentPeriodStart: subscriptions.currentPeriodStart,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  anchorDay: subscriptions.anchorDay,
  pastDueAt: subscriptions.pastDueAt,
  billingType: organizations.billingType,
  twelveMonthCents: organizations.twelveMonthCents,
  now: sql<string>`date_trunc('milliseconds', now())`.mapWith(subscriptions.createdAt),
  /** The day it is in South Africa. */
  today: sql<string>`${today}::text`,
}

const notEnded = (id: string) => and(eq(subscriptions.id, id), isNull(subscriptions.endedAt))

export const selectBilled = (db: Database) =>
  db
    .select(billedSubscription)
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))

/** The organization first, the order in which everybody locks the two. Undefined once the subscription has ended. */
export async function lockBilledSubscription(tx: Database, id: string) {
  const owner = await tx
    .select({ organizationId: subscriptions.organizationId })
    .from(subscriptions)
    .where(notEnded(id))
    .then(first)
  if (!owner) return undefined
  const { organizationId } = owner
  await lockOrganization(tx, organizationId)
  return selectBilled(tx).where(notEnded(id)).for('update', { of: subscriptions }).then(first)
}

export type BilledSubscription = NonNullable<Awaited<ReturnType<typeof lockBilledSubscription>>>

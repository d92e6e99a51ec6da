import { and, eq, sql } from 'drizzle-orm'
import type { BillingLock } from '#server/billing/lock.ts'
import { first, type Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { today } from '#server/domain/calendar.ts'
import { isLive } from '#server/domain/subscriptions.ts'

/** A subscription with its price, and what time it is. */
const billedSubscription = {
  id: subscriptions.id,
  organizationId: subscriptions.organizationId,
  planName: subscriptions.planName,
  status: subscriptions.status,
  licenseLimit: subscriptions.licenseLimit,
  currentPeriodStart: subscriptions.currentPeriodStart,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  anchorDay: subscriptions.anchorDay,
  pastDueAt: subscriptions.pastDueAt,
  canceledAt: subscriptions.canceledAt,
  billingType: organizations.billingType,
  twelveMonthCents: organizations.twelveMonthCents,
  now: sql<string>`date_trunc('milliseconds', now())`.mapWith(subscriptions.createdAt),
  /** The day it is in South Africa. */
  today: sql<string>`${today}::text`,
}

/** To look at only: the live one of an organization. */
export const findBilledSubscription = (db: Database, organizationId: string) =>
  db
    .select(billedSubscription)
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(and(eq(subscriptions.organizationId, organizationId), isLive))
    .then(first)

export type BilledSubscription = NonNullable<Awaited<ReturnType<typeof findBilledSubscription>>>

/** The locked one, as it is now. Undefined once it has ended. */
export function billedOf({ organization, subscription, now, today: day }: BillingLock): BilledSubscription | undefined {
  const { billingType, twelveMonthCents } = organization
  return subscription && { ...subscription, billingType, twelveMonthCents, now, today: day }
}

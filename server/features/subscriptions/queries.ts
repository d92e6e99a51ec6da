import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { isLive } from '#server/database/live-subscription.ts'
import { licenses } from '#server/database/schema/licenses.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { subscriptions } from '#server/database/schema/subscriptions.ts'
import { TIME_ZONE } from '#server/database/time-zone.ts'

const stored = {
  id: subscriptions.id,
  planName: subscriptions.planName,
  status: subscriptions.status,
  licenseLimit: subscriptions.licenseLimit,
  currentPeriodStart: subscriptions.currentPeriodStart,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
}

/** A lookup by organization: there is at most one live subscription to find. */
export const findLiveSubscription = (db: Database, organizationId: string) =>
  db
    .select({
      ...stored,
      twelveMonthCents: organizations.twelveMonthCents,
      licensesUsed: sql<number>`(select count(*)::int from ${licenses} where ${licenses.organizationId} = ${organizationId})`,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(and(eq(subscriptions.organizationId, organizationId), isLive))
    .then(first)

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findLiveSubscription>>>

/** Whoever changes what an organization pays for holds this row. */
export const lockOrganization = (db: Database, id: string) =>
  db
    .select({ billingType: organizations.billingType, twelveMonthCents: organizations.twelveMonthCents })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('update')
    .then(first)

export const countLicenses = (db: Database, organizationId: string) =>
  db.$count(licenses, eq(licenses.organizationId, organizationId))

/** A canceled subscription whose paid period is over makes room even before the nightly job has closed it. */
export const endLapsedSubscription = (db: Database, organizationId: string) =>
  db
    .update(subscriptions)
    .set({ endedAt: sql`${subscriptions.currentPeriodEnd}`, updatedAt: sql`now()` })
    .where(
      and(
        eq(subscriptions.organizationId, organizationId),
        isNull(subscriptions.endedAt),
        eq(subscriptions.status, 'canceled'),
        lte(subscriptions.currentPeriodEnd, sql`now()`),
      ),
    )

const periods = { monthly: '1 month', annual: '1 year' }

type NewSubscription = {
  organizationId: string
  planName: string
  licenseLimit: number
  billingType: keyof typeof periods
}

/** The first period starts now and ends at the same time of day, a calendar month or year later in South Africa. */
export const insertSubscription = (db: Database, { billingType, ...subscription }: NewSubscription) =>
  db
    .insert(subscriptions)
    .values({
      ...subscription,
      currentPeriodEnd: sql`(now() at time zone ${TIME_ZONE} + ${periods[billingType]}::interval) at time zone ${TIME_ZONE}`,
    })
    .returning(stored)
    .then(only)

export const setTwelveMonthCents = (db: Database, organizationId: string, twelveMonthCents: number) =>
  db
    .update(organizations)
    .set({ twelveMonthCents, updatedAt: sql`now()` })
    .where(eq(organizations.id, organizationId))

import { and, desc, eq, sql } from 'drizzle-orm'
import type { Organization } from '#contract/organizations.ts'
import type { Database } from '#server/database/database.ts'
import { isLive } from '#server/database/live-subscription.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { subscriptions } from '#server/database/schema/subscriptions.ts'

const subscriptionStatus = sql<Organization['subscriptionStatus']>`case
  when ${organizations.suspendedAt} is not null then 'suspended'
  else coalesce(${subscriptions.status}::text, 'none') end`

/** Every organization beside its live subscription, of which it has one at most. */
export const findOrganizations = (db: Database) =>
  db
    .select({
      id: organizations.id,
      name: organizations.name,
      contactEmail: organizations.contactEmail,
      phone: organizations.phone,
      address: organizations.address,
      numberOfLicenses: sql<number>`coalesce(${subscriptions.licenseLimit}, 0)`,
      billingType: organizations.billingType,
      isActive: sql<boolean>`${organizations.isActive} and ${organizations.suspendedAt} is null`,
      subscriptionStatus,
      twelveMonthCents: organizations.twelveMonthCents,
      createdAt: organizations.createdAt,
      updatedAt: organizations.updatedAt,
    })
    .from(organizations)
    .leftJoin(subscriptions, and(eq(subscriptions.organizationId, organizations.id), isLive))
    .orderBy(desc(organizations.createdAt), desc(organizations.id))

export const setActive = (db: Database, id: string) =>
  db
    .update(organizations)
    .set({ isActive: true, updatedAt: sql`now()` })
    .where(and(eq(organizations.id, id), eq(organizations.isActive, false)))

import { and, desc, eq, sql } from 'drizzle-orm'
import type { Organization } from '#contract/organizations.ts'
import { first, named, only, type Database } from '#server/database/database.ts'
import { later } from '#server/database/later.ts'
import { isLive } from '#server/database/live-subscription.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { subscriptions } from '#server/database/schema/subscriptions.ts'

const subscriptionStatus = sql<Organization['subscriptionStatus']>`case
  when ${organizations.suspendedAt} is not null then 'suspended'
  else coalesce(${subscriptions.status}::text, 'none') end`

/** Organizations beside their live subscription, of which each has one at most. */
const selectOrganizations = (db: Database) =>
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

export const findOrganizations = (db: Database) =>
  named(selectOrganizations(db).orderBy(desc(organizations.createdAt), desc(organizations.id)))

export type OrganizationRow = Awaited<ReturnType<typeof findOrganizations>>[number]

export const findOrganization = (db: Database, id: string) =>
  selectOrganizations(db).where(eq(organizations.id, id)).then(first)

/** Whoever changes an organization or suspends it holds this row; what merely refers to it does not wait. */
export const lockOrganization = (tx: Database, id: string) =>
  tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update').then(first)

type Columns = Partial<typeof organizations.$inferInsert>

/** Writes the given columns and no others: whoever edits another one at the same time keeps that edit. */
export const updateOrganization = (tx: Database, id: string, changes: Columns) =>
  tx
    .update(organizations)
    .set({ ...changes, updatedAt: later(organizations.updatedAt) })
    .where(eq(organizations.id, id))

export const setActive = (db: Database, id: string) =>
  db
    .update(organizations)
    .set({ isActive: true, updatedAt: later(organizations.updatedAt) })
    .where(and(eq(organizations.id, id), eq(organizations.isActive, false)))

export const setSuspended = (tx: Database, id: string, suspended: boolean) =>
  tx
    .update(organizations)
    .set({ suspendedAt: suspended ? sql`now()` : null, updatedAt: later(organizations.updatedAt) })
    .where(eq(organizations.id, id))

/** Its subscription has ended and there is no new one. Without any, nothing has ended. */
export const hasLapsed = (tx: Database, id: string) =>
  tx
    .select({ lapsed: sql<boolean>`count(*) > 0 and count(*) filter (where ${isLive}) = 0` })
    .from(subscriptions)
    .where(eq(subscriptions.organizationId, id))
    .then(only)
    .then(({ lapsed }) => lapsed)

import { desc, eq, sql } from 'drizzle-orm'
import type { Organization } from '#contract/operations/organizations.ts'
import { later } from '#server/database/columns.ts'
import { first, named, only, type Database } from '#server/database/database.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { today } from '#server/domain/calendar.ts'
import { licensesUsed } from '#server/domain/licenses.ts'
import { pausedUntil, shownBillingStatus } from '#server/domain/organizations.ts'
import { isLive, isTrial, ownLive, shownSubscription } from '#server/domain/subscriptions.ts'

const subscriptionStatus = sql<Organization['subscriptionStatus']>`case
  when ${organizations.suspendedAt} is not null then 'suspended'
  else coalesce(${subscriptions.status}::text, 'none') end`

const shown = {
  id: organizations.id,
  name: organizations.name,
  contactEmail: organizations.contactEmail,
  phone: organizations.phone,
  address: organizations.address,
  numberOfLicenses: sql<number>`coalesce(${subscriptions.licenseLimit}, 0)`,
  billingType: organizations.billingType,
  isActive: sql<boolean>`${organizations.isActive} and ${organizations.suspendedAt} is null`,
  subscriptionStatus,
  billingStatus: shownBillingStatus,
  isTrial: sql<boolean>`coalesce(${isTrial}, false)`,
  twelveMonthCents: organizations.twelveMonthCents,
  createdAt: organizations.createdAt,
  updatedAt: organizations.updatedAt,
}

const selectOrganizations = (db: Database) => db.select(shown).from(organizations).leftJoin(subscriptions, ownLive)

export const findOrganizations = (db: Database) =>
  named(selectOrganizations(db).orderBy(desc(organizations.createdAt), desc(organizations.id)))

export const selectNames = (db: Database) =>
  db
    .select({ id: organizations.id, name: organizations.name, contactEmail: organizations.contactEmail })
    .from(organizations)
    .orderBy(sql`lower(${organizations.name})`, organizations.id)

export type OrganizationRow = Awaited<ReturnType<typeof findOrganizations>>[number]

export const findOrganization = (db: Database, id: string) =>
  selectOrganizations(db).where(eq(organizations.id, id)).then(first)

export const findWithSubscription = (db: Database, id: string) =>
  db
    .select({
      organization: shown,
      subscription: shownSubscription,
      cancellationReason: subscriptions.cancellationReason,
      cancellationComment: subscriptions.cancellationComment,
      licensesUsed,
      remindersPausedUntil: pausedUntil,
      suspendedAt: organizations.suspendedAt,
      suspensionReason: organizations.suspensionReason,
    })
    .from(organizations)
    .leftJoin(subscriptions, ownLive)
    .where(eq(organizations.id, id))
    .then(first)

export const findAdjustments = (db: Database, organizationId: string, limit: number) =>
  db
    .select({
      id: adjustments.id,
      deltaQuantity: adjustments.deltaQuantity,
      reason: adjustments.reason,
      effectiveDate: adjustments.effectiveAt,
      status: adjustments.status,
    })
    .from(adjustments)
    .where(eq(adjustments.organizationId, organizationId))
    .orderBy(desc(adjustments.createdAt), desc(adjustments.id))
    .limit(limit)

type Columns = Partial<typeof organizations.$inferInsert>

/** Writes only the given columns, so that concurrent edits of others survive. */
export const updateOrganization = (tx: Database, id: string, changes: Columns) =>
  tx
    .update(organizations)
    .set({ ...changes, updatedAt: later(organizations.updatedAt) })
    .where(eq(organizations.id, id))

export const findPause = (tx: Database, id: string) =>
  tx.select({ remindersPausedUntil: pausedUntil }).from(organizations).where(eq(organizations.id, id)).then(only)

/** Whether the day is between today and that many days later, in the vendor’s time zone. */
export const isWithinDays = (tx: Database, day: string, days: number) =>
  tx
    .execute<{ is: boolean }>(sql`select ${day}::date - ${today} between 0 and ${days}::int as is`)
    .then(({ rows }) => only(rows).is)

export const setSuspended = (tx: Database, id: string, suspensionReason: string | null) =>
  tx
    .update(organizations)
    .set({
      suspendedAt: suspensionReason === null ? null : sql`now()`,
      suspensionReason,
      updatedAt: later(organizations.updatedAt),
    })
    .where(eq(organizations.id, id))

/** The last subscription has ended. False without any. */
export const hasLapsed = (tx: Database, id: string) =>
  tx
    .select({ lapsed: sql<boolean>`count(*) > 0 and count(*) filter (where ${isLive}) = 0` })
    .from(subscriptions)
    .where(eq(subscriptions.organizationId, id))
    .then(only)
    .then(({ lapsed }) => lapsed)

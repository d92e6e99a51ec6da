import { and, eq, getTableColumns, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import type { License } from '#contract/licensing/licenses.ts'
import { toIso, later } from '#server/database/columns.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { endOf, today, todayOnce } from './calendar.ts'

const locked = {
  ...getTableColumns(organizations),
  now: sql<string>`now()`.mapWith(toIso),
  /** The business day. */
  today: sql<string>`${today}::text`,
}

const selectLocked = (tx: Database) => tx.select(locked).from(organizations)

export type LockedOrganization = Awaited<ReturnType<typeof selectLocked>>[number]

function existing(organization: LockedOrganization | undefined) {
  if (!organization) throw notFound('Organization')
  return organization
}

/** For changes of an organization, its money and its team: one at a time. New rows that refer to it do not wait. Or 404. */
export const lockOrganization = (tx: Database, id: string) =>
  selectLocked(tx).where(eq(organizations.id, id)).for('no key update').then(first).then(existing)

/** The same of the one whose id a query finds. Undefined if it finds none. */
export const lockOrganizationOf = (tx: Database, id: SQLWrapper) =>
  selectLocked(tx)
    .where(sql`${organizations.id} = ${id}`)
    .for('no key update')
    .then(first)

/** Answers the row as it is then. The caller has locked it. */
export const updateLockedOrganization = (
  tx: Database,
  id: string,
  changes: Partial<typeof organizations.$inferInsert>,
) =>
  tx
    .update(organizations)
    .set({ ...changes, updatedAt: later(organizations.updatedAt) })
    .where(eq(organizations.id, id))
    .returning(locked)
    .then(only)

/** Keeps the organization from being suspended until this transaction is over, and lets others share it. Or 404. */
export const lockOrganizationForShare = (tx: Database, id: string) =>
  selectLocked(tx).where(eq(organizations.id, id)).for('share').then(first).then(existing)

/** Those whose ids a query finds, always in the order of their ids, so that no two who lock many wait for each other. */
export const lockOrganizationsForShare = (tx: Database, ids: SQLWrapper) =>
  selectLocked(tx).where(inArray(organizations.id, ids)).orderBy(organizations.id).for('share')

/** An organization becomes a customer when the first of its people is approved. */
export const activateOrganization = (tx: Database, id: string) =>
  tx
    .update(organizations)
    .set({ isActive: true, updatedAt: later(organizations.updatedAt) })
    .where(and(eq(organizations.id, id), eq(organizations.isActive, false)))

/** An organization is not reminded of what it owes, until its day is over. */
export const isPaused = sql`${organizations.remindersPausedUntil} >= ${todayOnce}`

/** The last day of that. Null where it is reminded. */
export const pausedUntil = sql<
  string | null
>`case when ${isPaused} then ${organizations.remindersPausedUntil}::text end`

// For queries that read `organizations` beside its live row of `subscriptions` (isLive in subscriptions.ts), if there is one.

/** Since when an organization owes: the end of the oldest unpaid due day, whether or not the nightly job has noticed. */
const overdueSinceOf = (organizationId: SQLWrapper) => sql<string | null>`least(
  case when ${subscriptions.status} in ('past_due', 'unpaid') then ${subscriptions.pastDueAt} end,
  (
    select min(${endOf(invoices.dueDate)})
    from ${invoices}
    where ${invoices.organizationId} = ${organizationId}
      and ${invoices.status} in ('issued', 'pending', 'overdue', 'failed')
      and (${invoices.status} = 'overdue' or ${invoices.dueDate} < ${today})
  )
)`

export const overdueSince = overdueSinceOf(organizations.id)

/** Paid: a subscription that is active, or canceled but not over, and nothing overdue. */
export const billingStatusSince = (overdue: SQLWrapper) => sql<License['billingStatus']>`case
  when ${subscriptions.status} in ('active', 'canceled') and ${overdue} is null then 'paid'
  else 'unpaid'
end`

export const billingStatus = billingStatusSince(overdueSince)

/** For rows that all belong to this organization: its invoices are looked through once, not once for each row. */
export const billingStatusOf = (organizationId: SQLWrapper) => billingStatusSince(overdueSinceOf(organizationId))

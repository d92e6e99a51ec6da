import { and, eq, getTableColumns, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import { ORGANIZATION_SUSPENDED } from '#contract/licensing/changes.ts'
import type { License } from '#contract/licensing/licenses.ts'
import type { BillingStatus } from '#contract/operations/organizations.ts'
import { toIso, later } from '#server/database/columns.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import { endOf, today, todayOnce } from './calendar.ts'
import { isOutstanding } from './invoices.ts'

/** The key of a row that belongs to an organization. */
export type OwnedRecord = { organizationId: string; id: string }

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

/** Serializes changes of an organization, its money and its team. New referencing rows do not wait. 404 if missing. */
export const lockOrganization = (tx: Database, id: string) =>
  selectLocked(tx).where(eq(organizations.id, id)).for('no key update').then(first).then(existing)

export const lockOrganizationOf = (tx: Database, id: SQLWrapper) =>
  selectLocked(tx)
    .where(sql`${organizations.id} = ${id}`)
    .for('no key update')
    .then(first)

/** Returns the updated row. The caller has locked it. */
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

/** A shared lock that prevents suspension until the transaction ends. 404 if missing. */
export const lockOrganizationForShare = (tx: Database, id: string) =>
  selectLocked(tx).where(eq(organizations.id, id)).for('share').then(first).then(existing)

/** In the order of ids, so that concurrent callers do not deadlock. */
export const lockOrganizationsForShare = (tx: Database, ids: SQLWrapper) =>
  selectLocked(tx).where(inArray(organizations.id, ids)).orderBy(organizations.id).for('share')

export function refuseSuspended({ suspendedAt }: Pick<LockedOrganization, 'suspendedAt'>) {
  if (suspendedAt) throw forbidden(ORGANIZATION_SUSPENDED)
}

/** An organization is activated with its first approved user. */
export const activateOrganization = (tx: Database, id: string) =>
  tx
    .update(organizations)
    .set({ isActive: true, updatedAt: later(organizations.updatedAt) })
    .where(and(eq(organizations.id, id), eq(organizations.isActive, false)))

export const isPaused = sql`${organizations.remindersPausedUntil} >= ${todayOnce}`

/** Last day of the pause, or null. */
export const pausedUntil = sql<
  string | null
>`case when ${isPaused} then ${organizations.remindersPausedUntil}::text end`

// For queries over `organizations` and their live row of `subscriptions` (isLive in subscriptions.ts).

/** Unpaid after its due day, even before the hourly job. Looked up once per query, not once per organization. */
const hasOverdueInvoice = sql<boolean>`${organizations.id} in (
  select ${invoices.organizationId} from ${invoices}
  where ${isOutstanding} and (${invoices.status} = 'overdue' or ${invoices.dueDate} < ${todayOnce}))`

/** The badge that staff see. 'overdue' comes before the subscription itself is past due. */
export const shownBillingStatus = sql<BillingStatus>`case
  when ${subscriptions.status} in ('past_due', 'unpaid') then ${subscriptions.status}::text
  when ${hasOverdueInvoice} or (${subscriptions.status} = 'active' and ${subscriptions.currentPeriodEnd} < now()) then 'overdue'
  when ${subscriptions.isTrial} and ${subscriptions.status} = 'canceled' then 'trial'
  else coalesce(${subscriptions.status}::text, 'none') end`

/** Since when an organization is overdue: the end of the oldest unpaid due date, even before the hourly job. */
const overdueSinceOf = (organizationId: SQLWrapper) => sql<string | null>`least(
  case when ${subscriptions.status} in ('past_due', 'unpaid') then ${subscriptions.pastDueAt} end,
  (
    select ${endOf(sql`min(${invoices.dueDate})`)}
    from ${invoices}
    where ${invoices.organizationId} = ${organizationId}
      and ${isOutstanding}
      and (${invoices.status} = 'overdue' or ${invoices.dueDate} < ${today})
  )
)`

export const overdueSince = overdueSinceOf(organizations.id)

/** Paid: active, or canceled but not ended, and nothing overdue. */
export const billingStatusSince = (overdue: SQLWrapper) => sql<License['billingStatus']>`case
  when ${subscriptions.status} in ('active', 'canceled') and ${overdue} is null then 'paid'
  else 'unpaid'
end`

export const billingStatus = billingStatusSince(overdueSince)

/** For rows of one organization: reads its invoices once instead of once per row. */
export const billingStatusOf = (organizationId: SQLWrapper) => billingStatusSince(overdueSinceOf(organizationId))

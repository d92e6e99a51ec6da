import { and, eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { License } from '#contract/licensing/licenses.ts'
import type { Database } from '#server/database/database.ts'
import { later } from '#server/database/later.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { endOf, today, todayOnce } from './calendar.ts'

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

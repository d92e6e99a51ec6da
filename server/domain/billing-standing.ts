import { sql, type SQLWrapper } from 'drizzle-orm'
import type { License } from '#contract/licensing/licenses.ts'
import { invoices } from '#server/database/schema/invoices.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { subscriptions } from '#server/database/schema/subscriptions.ts'
import { endOf, today } from './calendar.ts'

// For queries that read `organizations` beside its live row of `subscriptions` (live-subscription.ts), if there is one.

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

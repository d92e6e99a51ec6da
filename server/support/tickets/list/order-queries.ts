import { sql, type SQL } from 'drizzle-orm'
import { isStaff } from '#contract/roles.ts'
import { TicketPriority } from '#contract/support/ticket-fields.ts'
import type { TicketSort } from '#contract/support/ticket-filter.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import type { Order } from '#server/platform/http/lists/queries.ts'
import { isLate, isUnsettled } from '#server/support/tickets/target-queries.ts'
import { unansweredSince } from './queue-queries.ts'
import type { Reader } from './readable-queries.ts'

export const newestFirst = { by: tickets.createdAt, id: tickets.id, descending: true }

const lastChangedFirst = { ...newestFirst, by: tickets.updatedAt }

const urgentFirst = sql.join(
  TicketPriority.options.toReversed().map((priority, place) => sql.raw(`when '${priority}' then '${place}'`)),
  sql` `,
)

/** One text, so that a cursor compares it: '0' late, '0' urgent, then the start of the wait. */
export const urgencyOf = (since: SQL) => sql`(concat(
  case when ${isUnsettled} and ${isLate} then '0' else '1' end,
  case ${tickets.priority} ${urgentFirst} end,
  to_char(coalesce(${since}, ${tickets.createdAt}) at time zone 'UTC', 'YYYYMMDDHH24MISSMS')) collate "C")`

const urgency = urgencyOf(unansweredSince)

const orders: Record<TicketSort, Order> = {
  urgency: { by: urgency, id: tickets.id, descending: false },
  created: { ...newestFirst, descending: false },
  '-created': newestFirst,
  updated: { ...lastChangedFirst, descending: false },
  '-updated': lastChangedFirst,
}

/** Customers see the last activity first. */
export const orderFor = ({ role }: Reader, sort: TicketSort = '-created') =>
  isStaff(role) ? orders[sort] : lastChangedFirst

/** How the sort key of an order is read: an instant, or a text. */
export const sortKeyOf = (reader: Reader, sort: TicketSort | undefined) => {
  const { by } = orderFor(reader, sort)
  return by === urgency ? sql<string>`${by}` : sql<string>`${by}`.mapWith(tickets.createdAt)
}

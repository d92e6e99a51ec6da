import { sql, type SQL } from 'drizzle-orm'
import { isStaff } from '#contract/roles.ts'
import { TicketPriority } from '#contract/support/ticket-fields.ts'
import type { TicketFilter, TicketSort } from '#contract/support/ticket-filter.ts'
import { toIso } from '#server/database/columns.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import type { Order } from '#server/platform/http/lists/queries.ts'
import { isLate, isUnsettled } from '#server/support/tickets/target-queries.ts'
import { waitingSince } from './queue-queries.ts'
import type { Reader } from './readable-queries.ts'

export const newestFirst = { by: tickets.createdAt, id: tickets.id, descending: true }

const lastChangedFirst = { ...newestFirst, by: tickets.updatedAt }

const priorities = sql.join(
  TicketPriority.options.toReversed().map((priority, place) => sql.raw(`when '${priority}' then '${place}'`)),
  sql` `,
)

/**
 * In a query with `joinWaiting`. One text, so that a cursor compares it: '0' late, '0' urgent, then the start of the wait. `isLateOne`: whether a
 * ticket is late, unless all are.
 */
const urgentFirst = (isLateOne: SQL): Order => ({
  by: sql`(concat(
    case when ${isLateOne} then '0' else '1' end,
    case ${tickets.priority} ${priorities} end,
    to_char(coalesce(${waitingSince}, ${tickets.createdAt}) at time zone 'UTC', 'YYYYMMDDHH24MISSMS')) collate "C")`,
  id: tickets.id,
  descending: false,
})

const [urgent, urgentOfLate] = [urgentFirst(sql`${isUnsettled} and ${isLate}`), urgentFirst(sql`true`)]

const orders: Record<Exclude<TicketSort, 'urgency'>, Order> = {
  created: { ...newestFirst, descending: false },
  '-created': newestFirst,
  updated: { ...lastChangedFirst, descending: false },
  '-updated': lastChangedFirst,
}

export type Sorting = Pick<TicketFilter, 'view' | 'late'> & { sort?: TicketSort | undefined }

/** Customers see the last activity first. */
export function orderFor({ role }: Reader, { sort = '-created', view, late }: Sorting): Order {
  if (!isStaff(role)) return lastChangedFirst
  if (sort !== 'urgency') return orders[sort]
  return view === 'late' || late ? urgentOfLate : urgent
}

/** A sort key is read as an instant, or as the text of the urgency. */
export const sortKeyIn = (order: Order, value: string) =>
  order === urgent || order === urgentOfLate ? value : toIso(value)

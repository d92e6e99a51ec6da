import { sql } from 'drizzle-orm'
import type { SupportQueue } from '#contract/operations/overview.ts'
import { REPORT_DAYS } from '#contract/support/support-desk.ts'
import {
  countedAs,
  TicketStatus,
  WAITING_FOR_CUSTOMER,
  WAITING_FOR_SUPPORT,
  type TicketCounts,
} from '#contract/support/ticket-fields.ts'
import { literals, toIso } from '#server/database/columns.ts'
import type { Database } from '#server/database/database.ts'
import { preparedStatement } from '#server/database/statements/prepared.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { isStaffRole } from '#server/domain/users.ts'
import { answerTime, withClockOfNow } from '#server/support/tickets/target-queries.ts'

/** `is true` keeps PostgreSQL from joining: it reads staff once, and looks them up by hash. */
const isByStaff = sql`(${ticketMessages.userId} in (
  select ${users.id} from ${users} where ${isStaffRole(users.role)}) is true)`

const publicMessages = sql`${ticketMessages}
  where ${ticketMessages.organizationId} = ${tickets.organizationId}
    and ${ticketMessages.ticketId} = ${tickets.id} and not ${ticketMessages.isInternal}`

/**
 * Start of the customer's wait: the ticket's creation, or the first message after the last answer of current staff. Further messages do
 * not restart the wait. Null: answered.
 */
const waitStart = sql`(case when ${tickets.firstResponseAt} is null then ${tickets.createdAt} else (
  select asked[width_bucket(answered, asked) + 1] from (
    select array_agg(${ticketMessages.createdAt} order by ${ticketMessages.createdAt}) filter (where not ${isByStaff}) as asked,
      coalesce(max(${ticketMessages.createdAt}) filter (where ${isByStaff}), ${tickets.firstResponseAt}) as answered
    from ${publicMessages}) as said)
end)`

/** Neither settled nor waiting for the customer. */
export const isUnfinished = sql`${tickets.status} in (${literals(WAITING_FOR_SUPPORT)})`

export const isWaitingForCustomer = sql`${tickets.status} in (${literals(WAITING_FOR_CUSTOMER)})`

export const isCountedAs = (count: keyof TicketCounts) =>
  sql`${tickets.status} in (${literals(TicketStatus.options.filter((status) => countedAs[status] === count))})`

/** Null for other statuses, without reading their messages. */
export const unansweredSince = sql`(case when ${isUnfinished} then ${waitStart} end)`

/** `offset 0`: messages are read once, however often the instant is used. */
export const joinWaiting = sql`cross join lateral (select ${unansweredSince} as since offset 0) as waiting`

/** From `joinWaiting`. */
export const waitingSince = sql`waiting.since`

type Row = Omit<SupportQueue, 'oldestUnansweredAt'> & { oldestUnansweredAt: string | null }

/** Only tickets created before the oldest unanswered one can have waited longer. */
const oldestUnanswered = sql`
  select min(waiting.since)::timestamptz(3) from ${tickets} ${joinWaiting}
  where ${isUnfinished} and ${tickets.createdAt} <= coalesce((
    select min(${tickets.createdAt}) from ${tickets} where ${isUnfinished} and ${tickets.firstResponseAt} is null
  ), 'infinity')`

export const isNewlyAnswered = sql`${tickets.firstResponseAt} > now() - make_interval(days => ${REPORT_DAYS})`

const medianFirstResponse = sql`
  percentile_cont(0.5) within group (order by ${answerTime})
  filter (where ${isNewlyAnswered})`

const queueOfNow = preparedStatement<Row>(sql`
  ${withClockOfNow} select
    (select count(*)::int from ${tickets} where ${isCountedAs('open')}) as "open",
    (select count(*)::int from ${tickets} where ${isCountedAs('inProgress')}) as "inProgress",
    (select count(*)::int from ${tickets} where ${isCountedAs('waiting')}) as "waiting",
    (${oldestUnanswered}) as "oldestUnansweredAt",
    (select ${medianFirstResponse} from ${tickets} where ${isNewlyAnswered}) as "medianFirstResponse"`)

export async function readQueue(db: Database): Promise<SupportQueue> {
  const { rows } = await queueOfNow(db, {})
  const [queue] = rows
  if (!queue) throw new Error('A query without a table returned no row')
  const { oldestUnansweredAt } = queue
  return { ...queue, oldestUnansweredAt: oldestUnansweredAt && toIso(oldestUnansweredAt) }
}

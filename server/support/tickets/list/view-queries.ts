import { and, eq, isNotNull, isNull, not, sql, type SQL } from 'drizzle-orm'
import type { InboxCounts } from '#contract/support/inbox.ts'
import { WAITING_DAYS, type TicketView } from '#contract/support/ticket-filter.ts'
import type { Database } from '#server/database/database.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { isLate, isUnsettled } from '#server/support/tickets/target-queries.ts'
import { isUnfinished, joinWaiting, waitingSince } from './queue-queries.ts'

const isLong = (since: SQL) => sql`${since} < now() - make_interval(days => ${WAITING_DAYS})`

const isAwake = sql`(${tickets.snoozedUntil} is null or ${tickets.snoozedUntil} <= now())`

export const isLateOne = and(isUnsettled, isLate)

/** The condition of a view for this staff member. `since`: when the customer's wait started. */
export const inView = (view: TicketView, userId: string, since: SQL): SQL | undefined =>
  ({
    'needs-answer': and(isUnfinished, isAwake, isNotNull(since)),
    mine: and(isUnsettled, isAwake, eq(tickets.assigneeId, userId)),
    unassigned: and(isUnsettled, isAwake, isNull(tickets.assigneeId)),
    late: isLateOne,
    waiting: and(isUnfinished, isAwake, isLong(since)),
    snoozed: and(isUnsettled, not(isAwake)),
  })[view]

const countIf = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`

/** Reads unsettled tickets once, for all views. */
export const selectViewCounts = (userId: string) => sql`
    select
      ${countIf(sql`${isAwake} and ${waitingSince} is not null`)} as "needs-answer",
      ${countIf(sql`${isAwake} and ${tickets.assigneeId} = ${userId}`)} as "mine",
      ${countIf(sql`${isAwake} and ${tickets.assigneeId} is null`)} as "unassigned",
      ${countIf(isLate)} as "late",
      ${countIf(sql`${isAwake} and ${isLong(waitingSince)}`)} as "waiting",
      ${countIf(not(isAwake))} as "snoozed",
      (select count(*)::int from ${tickets}) as "all"
    from ${tickets}
    ${joinWaiting}
    where ${isUnsettled}`

export async function countViews(db: Database, userId: string): Promise<InboxCounts> {
  const { rows } = await db.execute<InboxCounts>(selectViewCounts(userId))
  const [counts] = rows
  if (!counts) throw new Error('A query without groups returned no row')
  return counts
}

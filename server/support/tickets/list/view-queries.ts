import { and, eq, isNotNull, isNull, not, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { InboxCounts } from '#contract/support/inbox.ts'
import { WAITING_DAYS, type TicketView } from '#contract/support/ticket-filter.ts'
import { only, type Database } from '#server/database/database.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import { preparedStatement } from '#server/database/statements/prepared.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { isLate, isUnsettled } from '#server/support/tickets/target-queries.ts'
import { isUnfinished, joinWaiting, waitingSince } from './queue-queries.ts'

const isLong = (since: SQL) => sql`${since} < now() - make_interval(days => ${WAITING_DAYS})`

const isAwake = sql`(${tickets.snoozedUntil} is null or ${tickets.snoozedUntil} <= now())`

export const isUnsettledAndLate = and(isUnsettled, isLate)

/** The condition of a view for this staff member. `since`: when the customer's wait started. */
export const inView = (view: TicketView, userId: string | SQLWrapper, since: SQL): SQL | undefined =>
  ({
    'needs-answer': and(isUnfinished, isAwake, isNotNull(since)),
    mine: and(isUnsettled, isAwake, eq(tickets.assigneeId, userId)),
    unassigned: and(isUnsettled, isAwake, isNull(tickets.assigneeId)),
    late: isUnsettledAndLate,
    waiting: and(isUnfinished, isAwake, isLong(since)),
    snoozed: and(isUnsettled, not(isAwake)),
  })[view]

const countIf = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`

const ownTickets = sql`
  select ${tickets.assigneeId} as id, count(*) as count from ${tickets}
  where ${isUnsettled} and ${isAwake} and ${tickets.assigneeId} is not null group by ${tickets.assigneeId}`

/** Reads the messages of unsettled tickets once, for all views. Counts the own tickets of everyone. */
export const selectViewCounts = () => sql`
    select
      ${countIf(sql`${isAwake} and ${waitingSince} is not null`)} as "needs-answer",
      (select coalesce(json_object_agg(id, count), '{}') from (${ownTickets}) as own) as "mine",
      ${countIf(sql`${isAwake} and ${tickets.assigneeId} is null`)} as "unassigned",
      ${countIf(isLate)} as "late",
      ${countIf(sql`${isAwake} and ${isLong(waitingSince)}`)} as "waiting",
      ${countIf(not(isAwake))} as "snoozed",
      (select count(*)::int from ${tickets}) as "all"
    from ${tickets}
    ${joinWaiting}
    where ${isUnsettled}`

type CountsOfAll = Omit<InboxCounts, 'mine'> & { mine: Record<string, number> }

const viewCounts = preparedStatement<CountsOfAll>(selectViewCounts())

/** Counts the tickets of each view. Staff who ask at the same time share a reading. */
export function createViewCounts(db: Database) {
  const readAll = shareReading(async () => only((await viewCounts(db, {})).rows))
  return async (userId: string): Promise<InboxCounts> => {
    const { mine, ...counts } = await readAll()
    return { ...counts, mine: mine[userId] ?? 0 }
  }
}

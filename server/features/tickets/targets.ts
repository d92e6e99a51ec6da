import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { isSettled, TicketStatus } from '#contract/ticket-fields.ts'
import type { Database } from '#server/database/database.ts'
import { ticketTargets } from '#server/database/schema/support-desk.ts'
import { tickets } from '#server/database/schema/tickets.ts'

// For queries that join `ticketTargets` by the priority.

/** When the first answer to a ticket is due. */
export const dueFirst: SQL = sql`(${tickets.createdAt} + make_interval(hours => ${ticketTargets.firstResponseHours}))`

/** When its solution is due: later by the time that it waited for its customer, and by the wait that is running. */
export const dueResolution: SQL = sql`(
  ${tickets.createdAt} + make_interval(hours => ${ticketTargets.resolutionHours}, secs => ${tickets.waitedSeconds})
  + coalesce(now() - ${tickets.waitingSince}, interval '0'))`

export const isUnsettled = inArray(
  tickets.status,
  TicketStatus.options.filter((status) => !isSettled({ status })),
)

export const isFirstMissed = sql<boolean>`(coalesce(${tickets.firstResponseAt}, now()) > ${dueFirst})`

export const isResolutionMissed = sql<boolean>`(coalesce(${tickets.resolvedAt}, now()) > ${dueResolution})`

/** The ids of those whose answer or solution is still to come, and too late. */
export const findLate = (db: Database) =>
  db
    .select({ id: tickets.id })
    .from(tickets)
    .innerJoin(ticketTargets, eq(ticketTargets.priority, tickets.priority))
    .where(and(isUnsettled, or(isResolutionMissed, and(isNull(tickets.firstResponseAt), isFirstMissed))))

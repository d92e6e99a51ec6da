import { inArray, sql, type SQL } from 'drizzle-orm'
import { isSettled, TicketStatus } from '#contract/ticket-fields.ts'
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

/** An answer or the solution is still to come, and too late. */
export const isLate = sql`(${isUnsettled} and (
  ${isResolutionMissed} or (${tickets.firstResponseAt} is null and ${isFirstMissed})))`

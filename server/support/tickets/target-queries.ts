import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { isSettled, TicketStatus } from '#contract/support/ticket-fields.ts'
import type { Database } from '#server/database/database.ts'
import { ticketTargets } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'

// For queries that join `ticketTargets` by the priority.

/** When the first answer to a ticket is due. What was answered keeps the target that it was answered under. */
export const dueFirst: SQL = sql`(${tickets.createdAt}
  + make_interval(hours => coalesce(${tickets.firstResponseHours}, ${ticketTargets.firstResponseHours})))`

/** When its solution is due: later by the time that it waited for its customer, and by the wait that is running. */
export const dueResolution: SQL = sql`(
  ${tickets.createdAt} + make_interval(
    hours => coalesce(${tickets.resolutionHours}, ${ticketTargets.resolutionHours}), secs => ${tickets.waitedSeconds})
  + coalesce(now() - ${tickets.waitingSince}, interval '0'))`

const targetNow = (hours: typeof ticketTargets.firstResponseHours | typeof ticketTargets.resolutionHours): SQL =>
  sql`(select ${hours} from ${ticketTargets} where ${ticketTargets.priority} = ${tickets.priority})`

/** What an update writes when a ticket is answered: the first answer's target stays. */
export const firstResponseHours = sql`coalesce(${tickets.firstResponseHours}, ${targetNow(ticketTargets.firstResponseHours)})`

/** What an update writes when a ticket is settled. */
export const resolutionHours = sql`coalesce(${tickets.resolutionHours}, ${targetNow(ticketTargets.resolutionHours)})`

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

import { inArray, sql, type SQL } from 'drizzle-orm'
import { isSettled, TicketStatus } from '#contract/support/ticket-fields.ts'
import { ticketTargets } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'

// For queries that join `ticketTargets` by priority.

export const dueFirst: SQL = sql`(${tickets.createdAt}
  + make_interval(hours => coalesce(${tickets.firstResponseHours}, ${ticketTargets.firstResponseHours})))`

export const dueResolution: SQL = sql`(
  ${tickets.createdAt} + make_interval(
    hours => coalesce(${tickets.resolutionHours}, ${ticketTargets.resolutionHours}), secs => ${tickets.waitedSeconds})
  + coalesce(now() - ${tickets.waitingSince}, interval '0'))`

const targetNow = (hours: typeof ticketTargets.firstResponseHours | typeof ticketTargets.resolutionHours): SQL =>
  sql`(select ${hours} from ${ticketTargets} where ${ticketTargets.priority} = ${tickets.priority})`

/** Column of an answer: keeps the target of the first answer. */
export const firstResponseHours = sql`coalesce(${tickets.firstResponseHours}, ${targetNow(ticketTargets.firstResponseHours)})`

export const resolutionHours = sql`coalesce(${tickets.resolutionHours}, ${targetNow(ticketTargets.resolutionHours)})`

export const isUnsettled = inArray(
  tickets.status,
  TicketStatus.options.filter((status) => !isSettled({ status })),
)

export const isFirstMissed = sql<boolean>`(coalesce(${tickets.firstResponseAt}, now()) > ${dueFirst})`

export const isResolutionMissed = sql<boolean>`(coalesce(${tickets.resolvedAt}, now()) > ${dueResolution})`

/** Of an unsettled ticket. */
export const isLate = sql<boolean>`(${isResolutionMissed} or (${tickets.firstResponseAt} is null and ${isFirstMissed}))`

import { sql, type SQL, eq } from 'drizzle-orm'
import { REPORT_DAYS, type SupportReport, type TicketTarget } from '#contract/support/support-desk.ts'
import type { Database } from '#server/database/database.ts'
import { ticketTargets } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import {
  dueFirst,
  dueResolution,
  isAnswerLate,
  isNewlyAnswered,
  isResolutionLate,
  isUnsettled,
  medianFirstResponse,
  resolutionTime,
  withClockOfNow,
} from '#server/support/tickets/actions.ts'

export const selectTargets = (db: Database) => db.select().from(ticketTargets).orderBy(ticketTargets.priority)

export const updateTarget = (tx: Database, priority: TicketTarget['priority'], hours: Omit<TicketTarget, 'priority'>) =>
  tx.update(ticketTargets).set(hours).where(eq(ticketTargets.priority, priority))

const monthAgo = sql`now() - make_interval(days => ${REPORT_DAYS})`

const isSolved = sql`${tickets.resolvedAt} > ${monthAgo}`
const isRated = sql`${tickets.ratedAt} > ${monthAgo}`

/** Also counts late tickets without an answer; otherwise never answering would look good. */
const isAnswerDue = sql`(${isUnsettled} and ${isAnswerLate})`
const isSolutionDue = sql`(${isUnsettled} and ${isResolutionLate})`

/** 0 to 1. A missing time counts as a failure. */
const share = (met: SQL, counted: SQL) => sql`avg(case when ${met} then 1 else 0 end) filter (where ${counted})::float8`

export async function readReport(db: Database): Promise<SupportReport> {
  const { rows } = await db.execute<SupportReport>(sql`
    ${withClockOfNow} select
      ${medianFirstResponse} as "medianFirstResponse",
      percentile_cont(0.5) within group (order by ${resolutionTime}) filter (where ${isSolved}) as "medianResolution",
      ${share(sql`${isNewlyAnswered} and ${tickets.firstResponseAt} <= ${dueFirst}`, sql`${isNewlyAnswered} or ${isAnswerDue}`)} as "firstResponsesInTime",
      ${share(sql`${isSolved} and ${tickets.resolvedAt} <= ${dueResolution}`, sql`${isSolved} or ${isSolutionDue}`)} as "resolutionsInTime",
      avg(${tickets.rating}) filter (where ${isRated})::float8 as "averageRating",
      count(${tickets.rating}) filter (where ${isRated})::int as "ratings"
    from ${tickets} join ${ticketTargets} using (priority)
    where ${isNewlyAnswered} or ${isSolved} or ${isRated} or ${isUnsettled}`)
  const [report] = rows
  if (!report) throw new Error('A query without groups returned no row')
  return report
}

import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { UNSETTLED } from '#contract/support/ticket-fields.ts'
import { literals } from '#server/database/columns.ts'
import { ticketTargets } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import {
  dueAfter,
  isOver,
  isOverBetween,
  openSeconds,
  openSecondsBetween,
  quickOpenSeconds,
  quickOpenUntil,
  withClock,
  type IsOver,
} from '#server/support/business-hours/clock-queries.ts'

export const withTargets = sql`${tickets} join ${ticketTargets} using (priority)`

// For queries of `withTargets`, or that join `ticketTargets` by priority.

const hoursLater = (instant: SQLWrapper, hours: SQLWrapper) => sql`${instant} + make_interval(hours => ${hours})`

/** Targets from before business hours counted stay in calendar hours. */
const firstKept = sql`coalesce(${tickets.firstDueAt}, ${hoursLater(tickets.createdAt, tickets.firstResponseHours)})`

const dueFirstWithin = (hours: SQLWrapper) => sql`(case when ${tickets.firstResponseHours} is null
  then ${dueAfter(tickets.createdAt, sql`${hours} * 3600`)}
  else ${firstKept} end)`

export const dueFirst: SQL = dueFirstWithin(ticketTargets.firstResponseHours)

/** If the waits were not counted in business hours, the clock starts later by them. */
const countedFrom = sql`(${tickets.createdAt} + make_interval(
  secs => case when ${tickets.waitedOpenSeconds} is null then ${tickets.waitedSeconds} else 0 end))`

const now = sql`now()`

const waitedOpen = (sinceThen: SQL) => sql`(coalesce(${tickets.waitedOpenSeconds}, 0)
  + case when ${tickets.waitingSince} is null then 0 else ${sinceThen} end)`

const secondsOf = (hours: SQLWrapper, waited: SQL) => sql`(${hours} * 3600 + ${waited})`

const resolutionKept = sql`coalesce(${tickets.resolutionDueAt},
  ${hoursLater(tickets.createdAt, tickets.resolutionHours)} + make_interval(secs => ${tickets.waitedSeconds}))`

const dueResolutionWithin = (hours: SQLWrapper) => sql`(case when ${tickets.resolutionHours} is null
  then ${dueAfter(countedFrom, secondsOf(hours, waitedOpen(openSeconds(tickets.waitingSince, now))))}
  else ${resolutionKept} end)`

export const dueResolution: SQL = dueResolutionWithin(ticketTargets.resolutionHours)

/** Queries of these times begin with it. */
export const withClockOfNow = withClock(now)

/** Business seconds to the first answer. */
export const answerTime = quickOpenSeconds(tickets.createdAt, tickets.firstResponseAt)

const targetNow = (hours: typeof ticketTargets.firstResponseHours | typeof ticketTargets.resolutionHours): SQL =>
  sql`(select ${hours} from ${ticketTargets} where ${ticketTargets.priority} = ${tickets.priority})`

/** Columns of an answer: keep the target of the first answer. */
export const firstTarget = {
  firstResponseHours: sql`coalesce(${tickets.firstResponseHours}, ${targetNow(ticketTargets.firstResponseHours)})`,
  firstDueAt: sql`case when ${tickets.firstResponseHours} is null
    then ${dueFirstWithin(targetNow(ticketTargets.firstResponseHours))} else ${tickets.firstDueAt} end`,
}

export const resolutionTarget = {
  resolutionHours: sql`coalesce(${tickets.resolutionHours}, ${targetNow(ticketTargets.resolutionHours)})`,
  resolutionDueAt: sql`case when ${tickets.resolutionHours} is null
    then ${dueResolutionWithin(targetNow(ticketTargets.resolutionHours))} else ${tickets.resolutionDueAt} end`,
}

export const isUnsettled = sql`${tickets.status} in (${literals(UNSETTLED)})`

/** Null without a due time. */
export const isMissed = (due: SQLWrapper, metAt: SQLWrapper) =>
  sql<boolean | null>`(coalesce(${metAt}, now()) > ${due})`

const isFirstOver = (
  hours: SQLWrapper,
  at: SQLWrapper,
  over: IsOver,
) => sql`(case when ${tickets.firstResponseHours} is null
  then ${over(tickets.createdAt, sql`${hours} * 3600`, at)} else ${firstKept} < ${at} end)`

const isResolutionOver = (
  hours: SQLWrapper,
  at: SQLWrapper,
  over: IsOver,
) => sql`(case when ${tickets.resolutionHours} is null
  then ${over(countedFrom, secondsOf(hours, waitedOpen(quickOpenSeconds(tickets.waitingSince, now))), at)}
  else ${resolutionKept} < ${at} end)`

// In a query that begins with `withClockOfNow` and joins `ticketTargets` by priority.

/** Whether `dueFirst` is before the instant, now at the latest. */
export const isFirstDueBefore = (at: SQLWrapper) => isFirstOver(ticketTargets.firstResponseHours, at, isOver)

export const isResolutionDueBefore = (at: SQLWrapper) => isResolutionOver(ticketTargets.resolutionHours, at, isOver)

/** The business time of both instants is computed once, for the duration and the target. */
const OPEN = { since: sql`open_since`, until: sql`open_until` }

const withOpen = (since: SQLWrapper, until: SQLWrapper, hours: SQLWrapper, where: SQL) => sql`(
  select ${tickets}.*, ${hours} as target_hours, ${quickOpenUntil(since)} as ${OPEN.since}, ${quickOpenUntil(until)} as ${OPEN.until}
  from ${withTargets} where ${where} offset 0) as ${tickets}`

/** Answers: their ticket, agent, category, business seconds, and whether they met their target. */
export const selectAnswers = (where: SQL) => sql`
  select id, assignee_id, category_id,
    ${openSecondsBetween(OPEN, { since: tickets.createdAt, until: tickets.firstResponseAt })} as time,
    not ${isFirstOver(sql`target_hours`, tickets.firstResponseAt, isOverBetween(OPEN))} as is_in_time
  from ${withOpen(tickets.createdAt, tickets.firstResponseAt, ticketTargets.firstResponseHours, where)}`

/** Resolutions, whose business seconds are without the waits. */
export const selectResolutions = (where: SQL) => sql`
  select id, assignee_id, category_id,
    greatest(${openSecondsBetween(OPEN, { since: countedFrom, until: tickets.resolvedAt })} - coalesce(${tickets.waitedOpenSeconds}, 0), 0) as time,
    not ${isResolutionOver(sql`target_hours`, tickets.resolvedAt, isOverBetween(OPEN))} as is_in_time
  from ${withOpen(countedFrom, tickets.resolvedAt, ticketTargets.resolutionHours, where)}`

const isFirstDue = isFirstOver(sql`target.first_response_hours`, now, isOver)

const isResolutionDue = isResolutionOver(sql`target.resolution_hours`, now, isOver)

/** One way to read the clock, for many tickets. */
const byClock = (condition: SQL) => sql<boolean>`exists (
  ${withClockOfNow}, target as materialized (select * from ${ticketTargets})
  select from target where target.priority = ${tickets.priority} and ${condition})`

/** Of an unsettled ticket. */
export const isLate = byClock(sql`(${isResolutionDue} or (${tickets.firstResponseAt} is null and ${isFirstDue}))`)

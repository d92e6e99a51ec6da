import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { plusDays } from '#contract/dates.ts'
import type {
  ReportFigures,
  ReportRange,
  ReportRow,
  SupportReports,
  TrendStep,
} from '#contract/support/support-desk.ts'
import { only, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketCategories, ticketTargets } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { startOf } from '#server/domain/calendar.ts'
import {
  answerTime,
  isFirstDueBefore,
  isFirstInTime,
  isResolutionDueBefore,
  isResolutionInTime,
  isUnsettled,
  resolutionTime,
  withClockOfNow,
} from '#server/support/tickets/actions.ts'

type Grouped = ReportFigures & { kind: 'total' | 'agents' | 'categories'; id: string | null; name: string | null }

/** The totals, and the figures of each agent and category with tickets in the range, the most tickets first. */
export async function readFigures(db: Database, range: ReportRange) {
  const { rows } = await db.execute<Grouped>(sql`
    with facts as materialized (${factsIn(range)}), figures as (
      select ${kindOfGroup} as kind, assignee_id, category_id, ${figures}
      from facts group by grouping sets ((), (assignee_id), (category_id)))
    select figures.kind, coalesce(assignee_id, category_id) as id,
      coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${ticketCategories.name}) as name,
      created, answered, "medianFirstResponse", "firstResponsesInTime", resolved, "medianResolution", "resolutionsInTime",
      "averageRating", ratings
    from figures
      left join ${users} on ${users.id} = assignee_id
      left join ${ticketCategories} on ${ticketCategories.id} = category_id
    order by created + answered + resolved desc, name nulls last`)
  const of = (wanted: Grouped['kind']): ReportRow[] =>
    rows.filter(({ kind }) => kind === wanted).map(({ kind: _kind, ...row }) => row)
  const [everything] = of('total')
  if (!everything) throw new Error('The group of all rows is missing')
  const { id: _id, name: _name, ...total } = everything
  return { total, agents: of('agents').filter(isUsed), categories: of('categories').filter(isUsed) }
}

/** A ticket that is only open changes no figure. */
const isUsed = ({ created, answered, resolved, ratings, firstResponsesInTime, resolutionsInTime }: ReportRow) =>
  created + answered + resolved + ratings > 0 || firstResponsesInTime !== null || resolutionsInTime !== null

/** The same totals alone, without sorting the tickets by group. */
export async function readTotal(db: Database, range: ReportRange): Promise<ReportFigures> {
  const { rows } = await db.execute<ReportFigures>(sql`
    with facts as materialized (${factsIn(range)}) select ${figures} from facts`)
  return only(rows)
}

const kindOfGroup = sql`case grouping(assignee_id, category_id)
  when 3 then 'total' when 1 then 'agents' else 'categories' end`

const figures = sql`
  count(*) filter (where is_created)::int as created,
  count(*) filter (where is_answered)::int as answered,
  percentile_cont(0.5) within group (order by answer_time) as "medianFirstResponse",
  avg(answered_in_time::int)::float8 as "firstResponsesInTime",
  count(*) filter (where is_resolved)::int as resolved,
  percentile_cont(0.5) within group (order by resolution_time) as "medianResolution",
  avg(resolved_in_time::int)::float8 as "resolutionsInTime",
  avg(rating)::float8 as "averageRating",
  count(rating)::int as ratings`

const firstInstant = ({ from }: ReportRange) => startOf(sql`${from}::date`)
const endInstant = ({ to }: ReportRange) => startOf(sql`${plusDays(to, 1)}::date`)

const isWithin = (instant: SQLWrapper, range: ReportRange) =>
  sql`coalesce(${instant} >= ${firstInstant(range)} and ${instant} < ${endInstant(range)}, false)`

/** A target that a ticket missed and still has to reach counts as missed on the day it was due. */
function factsIn(range: ReportRange) {
  const [isAnswered, isResolved] = [isWithin(tickets.firstResponseAt, range), isWithin(tickets.resolvedAt, range)]
  const [from, to] = [sql`least(${firstInstant(range)}, now())`, sql`least(${endInstant(range)}, now())`]
  const isMissed = (isDueBefore: (at: SQL) => SQL) =>
    sql`${isUnsettled} and ${isDueBefore(to)} and not ${isDueBefore(from)}`
  return sql`
    ${withClockOfNow} select ${tickets.assigneeId}, ${tickets.categoryId},
      ${isWithin(tickets.createdAt, range)} as is_created,
      ${isAnswered} as is_answered,
      case when ${isAnswered} then ${answerTime} end as answer_time,
      case when ${isAnswered} then ${isFirstInTime}
        when ${tickets.firstResponseAt} is null and ${isMissed(isFirstDueBefore)} then false end as answered_in_time,
      ${isResolved} as is_resolved,
      case when ${isResolved} then ${resolutionTime} end as resolution_time,
      case when ${isResolved} then ${isResolutionInTime}
        when ${isMissed(isResolutionDueBefore)} then false end as resolved_in_time,
      case when ${isWithin(tickets.ratedAt, range)} then ${tickets.rating} end as rating
    from ${tickets} join ${ticketTargets} using (priority)
    where ${isWithin(tickets.createdAt, range)} or ${isAnswered} or ${isResolved} or ${isWithin(tickets.ratedAt, range)}
      or ${isUnsettled}`
}

/** Tickets created and resolved in each day, week or month. The first week or month begins with the range. */
export async function readTrend(db: Database, range: ReportRange, step: SupportReports['step']) {
  const countIn = (instant: SQLWrapper) => sql`(
    select count(*)::int from ${tickets} where ${instant} >= ${startOf(sql`starts`)} and ${instant} < ${startOf(sql`ends`)})`
  const { rows } = await db.execute<TrendStep>(sql`
    with starting as (
      select distinct greatest(date_trunc(${step}, day), ${range.from}::date)::date as starts
      from generate_series(${range.from}::date, ${range.to}::date, '1 day') as day
    ), steps as (
      select starts, lead(starts, 1, ${plusDays(range.to, 1)}::date) over (order by starts) as ends from starting
    )
    select to_char(starts, 'YYYY-MM-DD') as starts, ${countIn(tickets.createdAt)} as created, ${countIn(tickets.resolvedAt)} as resolved
    from steps order by 1`)
  return rows
}

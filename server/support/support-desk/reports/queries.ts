import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { plusDays } from '#contract/dates.ts'
import type {
  ReportFigures,
  ReportRange,
  ReportRow,
  SupportReports,
  TrendStep,
} from '#contract/support/support-desk.ts'
import { literals } from '#server/database/columns.ts'
import type { Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { startOf } from '#server/domain/calendar.ts'
import {
  isFirstDueBefore,
  isResolutionDueBefore,
  isUnsettled,
  selectAnswers,
  selectResolutions,
  withClockOfNow,
  withTargets,
} from '#server/support/tickets/target-queries.ts'
import { medianOf, mediansIn, timesIn, type GroupKind } from './median-queries.ts'

type GroupFigures = ReportFigures & { kind: GroupKind; id: string | null; name: string | null }

/** The totals, and the figures of each agent and category with tickets in the range, the most tickets first. */
export async function readFigures(db: Database, range: ReportRange) {
  const { rows } = await db.execute<GroupFigures>(sql`
    ${withClockOfNow}, answered as (${timesIn(selectAnswers(isWithin(tickets.firstResponseAt, range)))}), resolved as (${timesIn(selectResolutions(isWithin(tickets.resolvedAt, range)))}), missed as (${missedIn(range)}),
    counts as (${countsIn(range)}), ${mediansIn(['answered', 'resolved'])},
    figures as (
      select ${kindOfGroup} as kind, coalesce(assignee_id, category_id) as id, ${figures}
      from counts group by grouping sets ((), (assignee_id), (category_id)))
    select figures.kind, figures.id,
      coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${ticketCategories.name}) as name,
      created, figures.answered, ${medianOf('answered')} as "medianFirstResponse", "firstResponsesInTime",
      figures.resolved, ${medianOf('resolved')} as "medianResolution", "resolutionsInTime", "averageRating", ratings
    from figures
      left join ${users} on ${users.id} = figures.id and figures.kind = 'agents'
      left join ${ticketCategories} on ${ticketCategories.id} = figures.id and figures.kind = 'categories'
    order by created + figures.answered + figures.resolved desc, name nulls last`)
  const of = (wanted: GroupKind): ReportRow[] =>
    rows.filter(({ kind }) => kind === wanted).map(({ kind: _kind, ...row }) => row)
  const [everything] = of('total')
  if (!everything) throw new Error('The group of all rows is missing')
  const { id: _id, name: _name, ...total } = everything
  return { total, agents: of('agents').filter(isUsed), categories: of('categories').filter(isUsed) }
}

/** A ticket that is only open changes no figure. */
const isUsed = ({ created, answered, resolved, ratings, firstResponsesInTime, resolutionsInTime }: ReportRow) =>
  created + answered + resolved + ratings > 0 || firstResponsesInTime !== null || resolutionsInTime !== null

const firstInstant = ({ from }: ReportRange) => startOf(sql`${from}::date`)
const endInstant = ({ to }: ReportRange) => startOf(sql`${plusDays(to, 1)}::date`)

const isWithin = (instant: SQLWrapper, range: ReportRange) =>
  sql`${instant} >= ${firstInstant(range)} and ${instant} < ${endInstant(range)}`

// Each part has its own index with all columns that it reads.

/** A target that a ticket missed and still has to reach counts as missed on the day it was due. */
function missedIn(range: ReportRange) {
  const [from, to] = [sql`least(${firstInstant(range)}, now())`, sql`least(${endInstant(range)}, now())`]
  const isMissed = (isDueBefore: (at: SQL) => SQL) => sql`${isDueBefore(to)} and not ${isDueBefore(from)}`
  return sql`
    select assignee_id, category_id,
      count(*) filter (where ${tickets.firstResponseAt} is null and ${isMissed(isFirstDueBefore)}) as answers,
      count(*) filter (where ${isMissed(isResolutionDueBefore)}) as resolutions
    from ${withTargets} where ${isUnsettled} group by 1, 2`
}

/** Of each agent and category: the number of tickets, and for shares of how many it is one. */
const countsIn = (range: ReportRange) => sql`
  select assignee_id, category_id, 'created' as figure, count(*) as amount, null::bigint as among
    from ${tickets} where ${isWithin(tickets.createdAt, range)} group by 1, 2
  union all select assignee_id, category_id, 'answered', in_time, amount from answered
  union all select assignee_id, category_id, 'resolved', in_time, amount from resolved
  union all select assignee_id, category_id, 'unanswered', 0, answers from missed
  union all select assignee_id, category_id, 'unresolved', 0, resolutions from missed
  union all select assignee_id, category_id, 'rated', sum(${tickets.rating}), count(${tickets.rating})
    from ${tickets} where ${isWithin(tickets.ratedAt, range)} group by 1, 2`

const kindOfGroup = sql`case grouping(assignee_id, category_id)
  when 3 then 'total' when 1 then 'agents' else 'categories' end`

const sumOf = (column: 'amount' | 'among', ...of: string[]) =>
  sql`coalesce(sum(${sql.identifier(column)}) filter (where figure in (${literals(of)})), 0)`

/** Null for none. */
const shareOf = (...of: string[]) => sql`(${sumOf('amount', ...of)} / nullif(${sumOf('among', ...of)}, 0))::float8`

const figures = sql`
  ${sumOf('amount', 'created')}::int as created,
  ${sumOf('among', 'answered')}::int as answered,
  ${shareOf('answered', 'unanswered')} as "firstResponsesInTime",
  ${sumOf('among', 'resolved')}::int as resolved,
  ${shareOf('resolved', 'unresolved')} as "resolutionsInTime",
  ${shareOf('rated')} as "averageRating",
  ${sumOf('among', 'rated')}::int as ratings`

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

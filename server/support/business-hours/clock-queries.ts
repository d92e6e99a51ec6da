import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { openSpans } from '#server/database/schema/support/business-hours.ts'

// In the query itself: a function of PostgreSQL costs half as much again for each row.

/** Open seconds of all spans until an instant. Null before the first span. */
const openUntil = (at: SQLWrapper): SQL => sql`(
  select span.seconds_before + extract(epoch from least(asked.at, span.ends_at) - span.starts_at)::float8
  from (select ${at}::timestamptz as at) asked cross join lateral (
    select starts_at, ends_at, seconds_before from ${openSpans} where starts_at <= asked.at order by starts_at desc limit 1
  ) span)`

/** Seconds in business hours. Without spans for both, every second counts. */
export const openSeconds = (since: SQLWrapper, until: SQLWrapper): SQL =>
  sql`coalesce(${openUntil(until)} - ${openUntil(since)}, extract(epoch from ${until} - ${since})::float8)`

/** An integer, because the index on integers does not serve a comparison with a fraction. */
const LAST_SECOND = sql.raw(String(2 ** 31 - 1))

/** The instant so many business seconds later. */
export const dueAfter = (since: SQLWrapper, seconds: SQLWrapper): SQL => sql`coalesce((
  select span.starts_at + make_interval(secs => asked.wanted - span.seconds_before)
  from (select ${openUntil(since)} + ${seconds} as wanted offset 0) asked cross join lateral (
    select starts_at, seconds_before from ${openSpans} where seconds_before < least(ceil(asked.wanted), ${LAST_SECOND})::int order by seconds_before desc limit 1
  ) span), ${since} + make_interval(secs => ${seconds}))`

// For conditions on many rows: arrays cost a millisecond once, and a twentieth of an index lookup each time.

/** A sum of whole microseconds is exact in a float, and a float is quick to find in an array. */
const MICROSECONDS = sql.raw(`'1e6'::float8`)

/** Not `extract` or `date_part`, which look up the name of their field for each row. */
const secondsBetween = (since: SQLWrapper, until: SQLWrapper) => sql`tstzrange_subdiff(${until}, ${since})`

/** Any instant near those compared, so that fewer digits are rounded. */
const BASE = sql.raw(`'2020-01-01T00:00:00Z'::timestamptz`)

const microsecondsAt = (at: SQLWrapper) => sql`round(${secondsBetween(BASE, at)} * ${MICROSECONDS})`

const microsecondsIn = (seconds: SQLWrapper) => sql`round((${seconds}) * ${MICROSECONDS})`

/**
 * The spans until an instant, the latest that the conditions below compare with. `shifts`: add to an instant in the span for its open
 * microseconds, of which there are `most` at its end.
 */
export const withClock = (at: SQLWrapper): SQL => sql`with clock as materialized (
  select array_agg(starting order by starts_at) as starts, array_agg(open_before - starting order by starts_at) as shifts,
    array_agg(open_before + ending - starting order by starts_at) as most,
    not exists (select from ${openSpans} where starts_at >= ${at}) as is_last
  from (select starts_at, ${microsecondsAt(sql`starts_at`)} as starting, ${microsecondsAt(sql`ends_at`)} as ending,
    ${microsecondsIn(sql`seconds_before`)} as open_before from ${openSpans} where starts_at < ${at}) spans)`

const clock = (column: 'starts' | 'shifts' | 'most' | 'is_last') => sql`(select ${sql.identifier(column)} from clock)`

const placeOf = (microseconds: SQLWrapper) => sql`width_bucket(${microseconds}, ${clock('starts')})`

/** In a query that begins with `withClock`: open microseconds of all spans until an instant, its own at the latest. */
export const quickOpenUntil = (at: SQLWrapper): SQL => {
  const place = placeOf(microsecondsAt(at))
  return sql`least(${microsecondsAt(at)} + ${clock('shifts')}[${place}], ${clock('most')}[${place}])`
}

type Span = { since: SQLWrapper; until: SQLWrapper }

/** `openSeconds`, if `quickOpenUntil` is known of both instants. */
export const openSecondsBetween = (open: Span, { since, until }: Span): SQL =>
  sql`coalesce((${open.until} - ${open.since}) / ${MICROSECONDS}, ${secondsBetween(since, until)})`

/** In a query that begins with `withClock`: `openSeconds`, up to its instant. */
export const quickOpenSeconds = (since: SQLWrapper, until: SQLWrapper): SQL =>
  openSecondsBetween({ since: quickOpenUntil(since), until: quickOpenUntil(until) }, { since, until })

/** Of open microseconds: what is due before them is over at the instant. Half of one is left for rounded instants. */
const overAt = (at: SQLWrapper): SQL => {
  const place = placeOf(sql`(${microsecondsAt(at)} - 1)`)
  const [open, most] = [sql`${microsecondsAt(at)} + ${clock('shifts')}[${place}]`, sql`${clock('most')}[${place}]`]
  return sql`(case when ${open} <= ${most} or ${clock('is_last')} and ${place} = cardinality(${clock('starts')})
    then ${open} - 0.5::float8 else ${most} + 0.5::float8 end)`
}

const orCalendar = (isOver: SQL, since: SQLWrapper, seconds: SQLWrapper, at: SQLWrapper): SQL =>
  sql`coalesce(${isOver}, ${since} + make_interval(secs => ${seconds}) < ${at})`

export type IsOver = (since: SQLWrapper, seconds: SQLWrapper, at: SQLWrapper) => SQL

/** In a query that begins with `withClock`: whether `dueAfter(since, seconds)` is before an instant, computed once. */
export const isOver: IsOver = (since, seconds, at) =>
  orCalendar(sql`${quickOpenUntil(since)} + ${microsecondsIn(seconds)} < (select ${overAt(at)})`, since, seconds, at)

/** The same for an instant of each row, if `quickOpenUntil` is known of both. Only when they are equal it depends on the span. */
export const isOverBetween =
  (open: Span): IsOver =>
  (since, seconds, at) => {
    const wanted = sql`${open.since} + ${microsecondsIn(seconds)}`
    const isOverThen = sql`case when ${wanted} < ${open.until} then true
      when ${wanted} > ${open.until} and not ${clock('is_last')} then false else ${wanted} < ${overAt(at)} end`
    return orCalendar(isOverThen, since, seconds, at)
  }

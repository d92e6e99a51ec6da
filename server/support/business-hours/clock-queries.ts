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

/** Instants have whole microseconds, sums of seconds have rounding errors. */
const HALF_A_MICROSECOND = sql.raw('0.0000005')

/** The instant so many business seconds later. */
export const dueAfter = (since: SQLWrapper, seconds: SQLWrapper): SQL => sql`coalesce((
  select span.starts_at + make_interval(secs => asked.wanted - span.seconds_before)
  from (select ${openUntil(since)} + ${seconds} as wanted offset 0) asked cross join lateral (
    select starts_at, seconds_before from ${openSpans} where seconds_before < least(ceil(asked.wanted), ${LAST_SECOND})::int order by seconds_before desc limit 1
  ) span), ${since} + make_interval(secs => ${seconds}))`

// For conditions on many rows: arrays cost a millisecond once, and a twentieth of an index lookup each time.

/** The spans until an instant, the latest that the conditions below compare with. */
export const withClock = (at: SQLWrapper): SQL => sql`with clock as materialized (
  select array_agg(starts_at order by starts_at) as starts, array_agg(ends_at order by starts_at) as ends,
    array_agg(seconds_before order by starts_at) as seconds,
    not exists (select from ${openSpans} where starts_at >= ${at}) as is_last
  from ${openSpans} where starts_at < ${at})`

/** Not `extract`, whose decimal number takes longer to convert than all else here. */
const secondsBetween = (since: SQLWrapper, until: SQLWrapper) => sql`date_part('epoch', ${until} - ${since})`

const clock = (column: string) => sql`(select ${sql.identifier(column)} from clock)`

const placeOf = (at: SQLWrapper) => sql`width_bucket(${at}::timestamptz, ${clock('starts')})`

const quickOpenUntil = (at: SQLWrapper): SQL => {
  const place = placeOf(at)
  return sql`(${clock('seconds')}[${place}]
    + ${secondsBetween(sql`${clock('starts')}[${place}]`, sql`least(${at}, ${clock('ends')}[${place}])`)})`
}

/** In a query that begins with `withClock`: `openSeconds`, up to its instant. */
export const quickOpenSeconds = (since: SQLWrapper, until: SQLWrapper): SQL =>
  sql`coalesce(${quickOpenUntil(until)} - ${quickOpenUntil(since)}, ${secondsBetween(since, until)})`

/** In the same seconds as `openUntil`: what is due before it is over at the instant. */
const overAt = (at: SQLWrapper): SQL => {
  const place = placeOf(sql`(${at} - interval '1 microsecond')`)
  const [start, end] = [sql`${clock('starts')}[${place}]`, sql`${clock('ends')}[${place}]`]
  return sql`(${clock('seconds')}[${place}] + case
    when ${at} <= ${end} or ${clock('is_last')} and ${place} = cardinality(${clock('starts')})
    then ${secondsBetween(start, at)} - ${HALF_A_MICROSECOND}
    else ${secondsBetween(start, end)} + ${HALF_A_MICROSECOND} end)`
}

const isBefore = (since: SQLWrapper, seconds: SQLWrapper, at: SQLWrapper, over: SQL): SQL =>
  sql`coalesce(${quickOpenUntil(since)} + ${seconds} < ${over}, ${since} + make_interval(secs => ${seconds}) < ${at})`

/** In a query that begins with `withClock`: whether `dueAfter(since, seconds)` is before an instant of each row. */
export const isOverThen = (since: SQLWrapper, seconds: SQLWrapper, at: SQLWrapper): SQL =>
  isBefore(since, seconds, at, overAt(at))

/** The same for one instant, computed once. */
export const isOver = (since: SQLWrapper, seconds: SQLWrapper, at: SQLWrapper): SQL =>
  isBefore(since, seconds, at, sql`(select ${overAt(at)})`)

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

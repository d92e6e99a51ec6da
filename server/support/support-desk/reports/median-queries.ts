import { sql, type SQL } from 'drizzle-orm'

export type GroupKind = 'total' | 'agents' | 'categories'

/** Times of a similar length, about an eighth of it. */
const lengthOf = sql`floor(ln(1 + greatest(time, 0)) * 8)::int`

/**
 * Of rows with a `time` and whether it `is_in_time`, for each agent and category: the times by length. Sorting all of them for each agent,
 * each category and in total would take longer than reading them.
 */
export const timesIn = (rows: SQL) => sql`
  select assignee_id, category_id, ${lengthOf} as length, count(*) as amount,
    count(*) filter (where is_in_time) as in_time, array_agg(time) as times
  from (${rows} offset 0) as timed group by 1, 2, 3`

/** Exactly `percentile_cont(0.5)`. Sorts only times as long as those in the middle. */
export const mediansIn = (tables: string[]) => sql`
  lengths as (
    ${sql.join(tables.map(byGroup), sql` union all `)}
  ), placed as (
    select *, sum(amount) over (partition by figure, kind, id) as total,
      sum(amount) over (partition by figure, kind, id, length) as alike,
      coalesce(sum(amount) over (
        partition by figure, kind, id order by length range between unbounded preceding and 1 preceding), 0) as shorter
    from lengths
  ), middle as materialized (
    select figure, kind, id, times, floor((total + 1) / 2) - shorter as low, floor(total / 2) + 1 - shorter as high
    from placed where shorter < floor(total / 2) + 1 and shorter + alike >= floor((total + 1) / 2)
  ), medians as (
    select figure, kind, id, (
      select times[low] + 0.5::float8 * (times[high] - times[low]) from (
        select array_agg(time order by time) as times from middle cross join unnest(times) as time
        where figure = places.figure and kind = places.kind and id is not distinct from places.id) as sorted) as median
    from (select figure, kind, id, max(low)::int as low, max(high)::int as high from middle group by 1, 2, 3) as places
  )`

const byGroup = (table: string) => sql`
  select ${sql.raw(`'${table}'`)} as figure, kind, groups.id, length, amount, times from ${sql.identifier(table)}
    cross join lateral (
      values ('total', null), ('agents', assignee_id), ('categories', category_id)) as groups (kind, id)`

/** In a query that joins `figures`. */
export const medianOf = (table: string) => sql`(
  select median from medians where figure = ${sql.raw(`'${table}'`)}
    and medians.kind = figures.kind and medians.id is not distinct from figures.id)`

import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/testing/testing.ts'
import { medianOf, mediansIn, timesIn } from './median-queries.ts'

const ids = ['a', 'b', 'c'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)

/** Some equal, some alike, some far apart. */
const time = fc.oneof(
  fc.constantFrom(0, 1, 60, 3600, 3600.000001),
  fc.integer({ min: 0, max: 1_000_000_000 }).map((microseconds) => 3000 + microseconds / 1e6),
  fc.integer({ min: 0, max: 2_000_000_000 }).map((microseconds) => microseconds / 50),
)

const group = fc.option(fc.constantFrom(...ids), { nil: null })

const rows = fc.array(fc.record({ agent: group, category: group, time, isInTime: fc.boolean() }), { maxLength: 60 })

type Row = { kind: string; id: string | null; quick: number | null; exact: number | null }

test('medians of times by length are those of all times', async () => {
  let groups = 0
  await fc.assert(
    fc.asyncProperty(rows, async (timed) => {
      const column = (values: unknown[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`
      const all = sql`
        select * from unnest(${column(
          timed.map(({ agent }) => agent),
          'uuid',
        )}, ${column(
          timed.map(({ category }) => category),
          'uuid',
        )},
          ${column(
            timed.map((row) => row.time),
            'float8',
          )}, ${column(
            timed.map(({ isInTime }) => isInTime),
            'bool',
          )})
          as timed (assignee_id, category_id, time, is_in_time)`
      const found = await db.execute<Row>(sql`
        with answered as (${timesIn(all)}), resolved as (${timesIn(sql`${all} where is_in_time`)}), ${mediansIn(['answered', 'resolved'])},
          figures as (
            select case grouping(assignee_id, category_id) when 3 then 'total' when 1 then 'agents' else 'categories' end as kind,
              coalesce(assignee_id, category_id) as id, percentile_cont(0.5) within group (order by time) as exact,
              percentile_cont(0.5) within group (order by time) filter (where is_in_time) as exact_in_time
            from (${all}) as timed group by grouping sets ((), (assignee_id), (category_id)))
        select kind, id, exact, ${medianOf('answered')} as quick from figures
        union all select kind, id, exact_in_time, ${medianOf('resolved')} from figures`)
      expect(found.rows.map(({ quick }) => quick)).toEqual(found.rows.map(({ exact }) => exact))
      groups += found.rows.length
    }),
    { numRuns: 300 },
  )
  expect(groups).toBeGreaterThan(1000)
})

import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/testing/testing.ts'
import {
  dueAfter,
  isOver,
  isOverBetween,
  openSeconds,
  quickOpenSeconds,
  quickOpenUntil,
  withClock,
} from './clock-queries.ts'
import { replaceSpans } from './queries.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const after = (milliseconds: number) => new Date(START + milliseconds).toISOString()

/** Few and short, so that instants meet their ends. */
const spans = fc
  .array(fc.record({ closed: fc.integer({ min: 1, max: 4 }), open: fc.integer({ min: 1, max: 4 }) }), { maxLength: 5 })
  .map((list) => {
    let [end, secondsBefore] = [0, 0]
    return list.map(({ closed, open }) => {
      const span = {
        startsAt: after((end + closed) * 1000),
        endsAt: after((end + closed + open) * 1000),
        secondsBefore,
      }
      end += closed + open
      secondsBefore += open
      return span
    })
  })

const milliseconds = fc.oneof(
  fc.integer({ min: -5, max: 50 }).map((seconds) => seconds * 1000),
  fc.integer({ min: -5000, max: 50_000 }),
)

const instantOf = (milliseconds: number) => sql`${after(milliseconds)}::timestamptz`

test('many rows are compared with the clock as one is', async () => {
  await fc.assert(
    fc.asyncProperty(
      spans,
      milliseconds,
      fc.integer({ min: 1, max: 12 }),
      fc.array(milliseconds, { minLength: 20 }),
      milliseconds.map(Math.abs),
      async (planned, end, wanted, starts, earlierBy) => {
        await replaceSpans(db, planned)
        const [at, seconds, since] = [instantOf(end), sql`${wanted}::int`, sql`since`]
        const earlier = instantOf(end - earlierBy)
        const thenAt = sql`least(since + make_interval(secs => ${wanted}::int + ${earlierBy}::float8 / 1000 - 5), ${at})`
        const isOverThen = isOverBetween({ since: quickOpenUntil(since), until: quickOpenUntil(thenAt) })
        const instants = [-1, 0, 1].flatMap((more) => starts.map((start) => after(start + more)))
        const { rows } = await db.execute(sql`
          ${withClock(at)} select since from unnest(${sql.param(instants)}::timestamptz[]) since
          where ${isOver(since, seconds, at)} is distinct from (${dueAfter(since, seconds)} < ${at})
            or ${isOver(since, seconds, earlier)} is distinct from (${dueAfter(since, seconds)} < ${earlier})
            or ${isOverThen(since, seconds, thenAt)} is distinct from (${dueAfter(since, seconds)} < ${thenAt})
            or (since <= ${at} and abs(${quickOpenSeconds(since, at)} - ${openSeconds(since, at)}) > 0.0000001)`)
        expect(rows).toEqual([])
      },
    ),
    { numRuns: 1000 },
  )
})

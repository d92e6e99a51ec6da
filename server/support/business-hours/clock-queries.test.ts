import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { preparedStatement } from '#server/database/statements/prepared.ts'
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

const placeholder = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/** Instants at which the forms for many rows differ from those for one. Prepared, because planning takes longer than comparing. */
const differences = () => {
  const [at, earlier, seconds] = [
    placeholder('at', 'timestamptz'),
    placeholder('earlier', 'timestamptz'),
    placeholder('wanted', 'int'),
  ]
  const since = sql`since`
  const thenAt = sql`least(since + make_interval(secs => ${placeholder('later', 'float8')}), ${at})`
  const isOverThen = isOverBetween({ since: quickOpenUntil(since), until: quickOpenUntil(thenAt) })
  return preparedStatement(sql`
    ${withClock(at)} select since from unnest(${placeholder('instants', 'timestamptz[]')}) since
    where ${isOver(since, seconds, at)} is distinct from (${dueAfter(since, seconds)} < ${at})
      or ${isOver(since, seconds, earlier)} is distinct from (${dueAfter(since, seconds)} < ${earlier})
      or ${isOverThen(since, seconds, thenAt)} is distinct from (${dueAfter(since, seconds)} < ${thenAt})
      or (since <= ${at} and abs(${quickOpenSeconds(since, at)} - ${openSeconds(since, at)}) > 0.0000001)`)
}

test('many rows are compared with the clock as one is', async () => {
  const find = differences()
  await fc.assert(
    fc.asyncProperty(
      spans,
      milliseconds,
      fc.integer({ min: 1, max: 12 }),
      fc.array(milliseconds, { minLength: 20 }),
      milliseconds.map(Math.abs),
      async (planned, end, wanted, starts, earlierBy) => {
        await replaceSpans(db, planned)
        const { rows } = await find(db, {
          at: after(end),
          earlier: after(end - earlierBy),
          wanted,
          later: wanted + earlierBy / 1000 - 5,
          instants: [-1, 0, 1].flatMap((more) => starts.map((start) => after(start + more))),
        })
        expect(rows).toEqual([])
      },
    ),
    { numRuns: 1000 },
  )
})

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db, pool } from '#server/testing/testing.ts'
import { toIso } from './columns.ts'

const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })

test('every instant comes back from PostgreSQL as it went in', async () => {
  const sample = fc.sample(instants, 300).map((date) => date.toISOString())
  const { rows } = await pool.query<{ text: string }>(
    'select at::timestamptz(3)::text as text from unnest($1::text[]) at',
    [sample],
  )
  expect(rows.map(({ text }) => toIso(text))).toEqual(sample)
})

test('whatever time zone the session has', async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local timezone = 'Pacific/Kiritimati'`)
    const { rows } = await tx.execute<{ text: string }>(
      sql`select '2025-02-28T23:30:00.25Z'::timestamptz(3)::text as text`,
    )
    expect(rows.map(({ text }) => [text, toIso(text)])).toEqual([
      ['2025-03-01 13:30:00.25+14', '2025-02-28T23:30:00.250Z'],
    ])
  })
})

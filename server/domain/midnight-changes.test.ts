import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

// Its clocks skip the first hour of a day in spring and show it twice in autumn. It is read once, so it is set before imports.
process.env.VENDOR_TIME_ZONE = 'America/Havana'
const { asDay, daysAfter, daysAfterIn, endOf, startOf } = await import('./calendar.ts')
const { book, issue, read } = await import('#server/testing/billing/statements.ts')
const { db, signIn } = await import('#server/testing/testing.ts')

const ask = async (value: ReturnType<typeof sql>) => {
  const { rows } = await db.execute<{ ms: string }>(sql`select extract(epoch from ${value})::int8 * 1000 as ms`)
  return new Date(Number(rows[0]?.ms)).toISOString()
}

test.each([
  ['2027-03-14', '2027-03-14T05:00:00.000Z'],
  ['2027-03-15', '2027-03-15T04:00:00.000Z'],
  ['2027-11-07', '2027-11-07T04:00:00.000Z'],
  ['2027-11-08', '2027-11-08T05:00:00.000Z'],
])('%s begins at %s', async (day, start) => {
  const before = new Date(Date.parse(start) - 1000).toISOString()
  const { rows } = await db.execute<{ first: string; before: string }>(
    sql`select ${asDay(sql`${start}::timestamptz`)}::text as first, ${asDay(sql`${before}::timestamptz`)}::text as before`,
  )
  expect(rows[0]?.first).toBe(day)
  expect(rows[0]?.before).not.toBe(day)
  expect(await ask(startOf(sql`${day}::date`))).toBe(start)
  expect(await ask(endOf(sql`${day}::date - 1`))).toBe(start)
})

test.each(['2027-03-01', '2027-10-25', '2027-10-24'])(
  'days of grace from %s end when the device expects it',
  async (day) => {
    const since = await ask(startOf(sql`${day}::date`))
    expect(await ask(daysAfterIn(sql`${since}::timestamptz`, 14))).toBe(daysAfter(since, 14))
  },
)

test('a payment in the first hour of a day is in the statement of that day, not of the day before', async () => {
  const owner = await signIn()
  const invoice = await issue(owner, { moment: '2027-11-01', amountCents: 5000 })
  // 00:30 there, half an hour before the clocks are set back.
  await book(invoice, 5000, { moment: '2027-11-07 06:30' })
  expect(await read(owner, '2027-11-01', '2027-11-06')).toMatchObject({ closing: '50.00' })
  expect(await read(owner, '2027-11-07', '2027-11-30')).toMatchObject({ opening: '50.00', closing: '0.00' })
})

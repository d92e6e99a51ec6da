import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeActiveLicense } from '#demo/rows/licenses.ts'
import { makeTicket } from '#demo/rows/tickets.ts'
import { dailyTotals } from '#server/database/schema/usage.ts'
import { db, signIn } from '#server/testing/testing.ts'
import { readDays, readTotals, recordTotals } from './totals-queries.ts'

/** A day that many days before today in South Africa. */
async function daysAgo(days: number) {
  const { rows } = await db.execute<{ day: string }>(
    sql`select ((now() at time zone 'Africa/Johannesburg')::date - ${days}::int)::text as day`,
  )
  return rows[0]?.day ?? ''
}
const today = await daysAgo(0)
const nothing = { organizations: 0, revenueCents: 0, activeLicenses: 0, tickets: 0 }

async function newCustomer() {
  const person = await signIn()
  const { organizationId, user } = person
  await makeActiveLicense(db, { organizationId })
  await makeTicket(db, { organizationId, userId: user.id })
}

test('eight recordings at once leave one row of the day, and the last one counts', async () => {
  await newCustomer()
  await Promise.all(Array.from({ length: 8 }, () => recordTotals(db)))
  const row = { day: today, organizations: 1, revenueCents: 100_000, activeLicenses: 1, tickets: 1 }
  expect(await db.select().from(dailyTotals)).toEqual([row])
  await newCustomer()
  await recordTotals(db)
  const twice = { organizations: 2, revenueCents: 200_000, activeLicenses: 2, tickets: 2 }
  expect(await db.select().from(dailyTotals)).toEqual([{ day: today, ...twice }])
})

test('the days are those recorded, oldest first, and today as it is now [R-OVER-12]', async () => {
  await db.insert(dailyTotals).values([
    { ...nothing, day: await daysAgo(31), organizations: 31 },
    { ...nothing, day: await daysAgo(30), organizations: 30, revenueCents: 123_456 },
    { ...nothing, day: await daysAgo(3), organizations: 3 },
  ])
  await newCustomer()
  const days = await readDays(db, 31)
  expect(days.map(({ day }) => day)).toEqual([await daysAgo(30), await daysAgo(3), today])
  expect(days[0]).toMatchObject({ totalOrganizations: 30, monthlyRevenue: '1234.56' })
  expect(days.at(-1)).toEqual(await readTotals(db))
})

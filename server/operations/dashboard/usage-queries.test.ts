import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dashboard } from '#contract/operations/dashboard.ts'
import { makeActiveLicense, makeCheckIn, makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { usageMonths } from '#server/database/schema/usage.ts'
import { db, inDays, signIn } from '#server/testing/testing.ts'
import { recordUsage } from './usage-queries.ts'

/** The first day of the month that many months ago, in South Africa. */
async function monthsAgo(months: number) {
  const { rows } = await db.execute<{ month: string }>(sql`
    select (date_trunc('month', now() at time zone 'Africa/Johannesburg')
      - make_interval(months => ${months}))::date::text as month`)
  return rows[0]?.month ?? ''
}
const thisMonth = await monthsAgo(0)

async function customerWithDevice() {
  const owner = await signIn({ licenseLimit: 7 })
  const { organizationId } = owner
  const license = await makeActiveLicense(db, { organizationId })
  await makeCheckIn(db, { organizationId, licenseId: license.id, lastCheckIn: inDays(0) })
  const silent = await makeActiveLicense(db, { organizationId })
  await makeCheckIn(db, { organizationId, licenseId: silent.id, lastCheckIn: inDays(-32) })
  await makeLicense(db, { organizationId })
  return { owner, organizationId, license }
}

const usageOf = async (person: Awaited<ReturnType<typeof signIn>>) => (await person.call(dashboard.usage)).body

test('the running month is as it is now, before any job has run', async () => {
  const { owner } = await customerWithDevice()
  expect(await usageOf(owner)).toEqual([{ month: thisMonth, seats: 7, licenses: 3, devices: 1 }])
})

test('twelve months at most, oldest first, and none before the first', async () => {
  const { owner, organizationId } = await customerWithDevice()
  for (const months of [2, 11, 12]) {
    const month = await monthsAgo(months)
    await db.insert(usageMonths).values({ organizationId, month, seats: months, licenses: 2, devices: 1 })
  }
  const months = await usageOf(owner)
  expect(months.map(({ month, seats }) => [month, seats])).toEqual([
    [await monthsAgo(11), 11],
    [await monthsAgo(2), 2],
    [thisMonth, 7],
  ])
})

test('a device whose license was deleted since was there all the same', async () => {
  const { owner, organizationId, license } = await customerWithDevice()
  await recordUsage(db)
  await db.delete(licenses).where(eq(licenses.id, license.id))
  expect(await usageOf(owner)).toEqual([{ month: thisMonth, seats: 7, licenses: 2, devices: 1 }])
  await recordUsage(db)
  const stored = await db.select().from(usageMonths).where(eq(usageMonths.organizationId, organizationId))
  expect(stored).toEqual([{ organizationId, month: thisMonth, seats: 7, licenses: 2, devices: 1 }])
})

test('eight runs at once write one row, and organizations that are not approved have none', async () => {
  const { organizationId } = await customerWithDevice()
  const { id: applied } = await makeOrganization(db, { isActive: false })
  await Promise.all(Array.from({ length: 8 }, () => recordUsage(db)))
  const stored = await db.select().from(usageMonths)
  expect(stored.filter((row) => row.organizationId === organizationId)).toHaveLength(1)
  expect(stored.filter((row) => row.organizationId === applied)).toEqual([])
})

test('however many organizations there are, each is recorded', async () => {
  const customers = await Promise.all(Array.from({ length: 5 }, customerWithDevice))
  const ids = customers.map(({ organizationId }) => organizationId)
  await recordUsage(db, 2)
  expect(await db.$count(usageMonths, inArray(usageMonths.organizationId, ids))).toBe(5)
})

test('without a subscription there are no seats; the months stay', async () => {
  const owner = await signIn({ licenseLimit: null })
  const month = await monthsAgo(1)
  const { organizationId } = owner
  await db.insert(usageMonths).values({ organizationId, month, seats: 4, licenses: 3, devices: 2 })
  expect(await usageOf(owner)).toEqual([
    { month, seats: 4, licenses: 3, devices: 2 },
    { month: thisMonth, seats: 0, licenses: 0, devices: 0 },
  ])
})

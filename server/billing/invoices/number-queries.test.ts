import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeInvoice } from '#demo/rows/invoices.ts'
import { numberSeries } from '#server/database/schema/billing/invoices.ts'
import { issue } from '#server/testing/billing/invoices.ts'
import { startClock } from '#server/testing/clock.ts'
import { db, newOrganization, pool, testDatabaseUrl } from '#server/testing/testing.ts'
import { nextNumber } from './number-queries.ts'

const clock = await startClock(testDatabaseUrl, [pool])
const organizationId = await newOrganization()

const issueNumber = async (order: object = {}) => (await issue({ organizationId, ...order })).invoiceNumber

const given = async (series: string) => {
  const [row] = await db.select().from(numberSeries).where(eq(numberSeries.series, series))
  return row?.lastNumber ?? 0
}

const numbersOf = (year: number, from: number, count: number) =>
  Array.from({ length: count }, (_, place) => `INV-${year}-${String(from + place).padStart(5, '0')}`)

test('each year in South Africa begins with 1, two hours before UTC does', async () => {
  await clock.moveTo('2030-12-31T23:59:00+02:00')
  expect(await issueNumber()).toBe('INV-2030-00001')
  await clock.moveTo('2031-01-01T00:00:01+02:00')
  expect(await issueNumber()).toBe('INV-2031-00001')
})

test('eight at once, of eight organizations, get eight numbers without a gap', async () => {
  await clock.moveTo('2032-06-01T12:00:00+02:00')
  const organizations = await Promise.all(Array.from({ length: 8 }, () => newOrganization()))
  const numbers = await Promise.all(organizations.map((id) => issueNumber({ organizationId: id })))
  expect(numbers.toSorted()).toEqual(numbersOf(2032, 1, 8))
})

test('a number whose transaction fails is given to the next', async () => {
  await clock.moveTo('2033-06-01T12:00:00+02:00')
  const fails = Array.from({ length: 4 }, () =>
    issueNumber({ items: [{ description: 'Nothing', quantity: 1, amountCents: 0 }] }).catch(() => 'none'),
  )
  const [first, second, ...none] = await Promise.all([issueNumber(), issueNumber(), ...fails])
  expect([first, second].toSorted()).toEqual(numbersOf(2033, 1, 2))
  expect(none).toEqual(['none', 'none', 'none', 'none'])
  expect(await given('INV-2033')).toBe(2)
})

test('numbers that admins have typed are skipped, however many, also one in an open transaction', async () => {
  await clock.moveTo('2034-06-01T12:00:00+02:00')
  for (const invoiceNumber of numbersOf(2034, 1, 12)) await makeInvoice(db, { organizationId, invoiceNumber })
  const typing = db.transaction(async (tx) => {
    await makeInvoice(tx, { organizationId, invoiceNumber: 'INV-2034-00013' })
    const issued = issueNumber({ organizationId: await newOrganization() })
    await expect.poll(isWaitingForLock).toBe(true)
    return { issued }
  })
  expect(await (await typing).issued).toBe('INV-2034-00014')
})

const isWaitingForLock = async () =>
  (
    await pool.query('select from pg_stat_activity where wait_event_type = $1 and datname = current_database()', [
      'Lock',
    ])
  ).rowCount !== 0

test('invoices and credit notes have separate numbers, which continue beyond five digits', async () => {
  await clock.moveTo('2035-06-01T12:00:00+02:00')
  await db.insert(numberSeries).values({ series: 'INV-2035', lastNumber: 99_999 })
  expect(await issueNumber()).toBe('INV-2035-100000')
  expect(await issueNumber()).toBe('INV-2035-100001')
  expect(await db.transaction((tx) => nextNumber(tx, 'CN'))).toBe('CN-2035-00001')
})

test('two that need both kinds of numbers, in either order, do not wait for each other', async () => {
  await clock.moveTo('2036-06-01T12:00:00+02:00')
  const both = (first: 'INV' | 'CN', second: 'INV' | 'CN') =>
    db.transaction(async (tx) => [await nextNumber(tx, first), await nextNumber(tx, second)])
  const pairs = await Promise.all(
    Array.from({ length: 8 }, (_, place) => (place % 2 ? both('INV', 'CN') : both('CN', 'INV'))),
  )
  expect(new Set(pairs.flat()).size).toBe(16)
})

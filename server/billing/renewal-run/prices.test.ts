import { expect, test } from 'vitest'
import { FREE_BELOW, isFree, periodCents, restCents } from './prices.ts'

const month = { start: '2027-07-01T08:00:00.000Z', end: '2027-08-01T08:00:00.000Z' }
const year = { start: '2027-07-01T08:00:00.000Z', end: '2028-07-01T08:00:00.000Z' }

test('a year costs twelve months, a month a twelfth of it, half a cent up', () => {
  expect([periodCents(150_006, year), periodCents(150_006, month), periodCents(150_005, month)]).toEqual([
    150_006, 12_501, 12_500,
  ])
})

test('the rest of a period is paid by days, the first included, half a cent up', () => {
  const added = { twelveMonthCents: 144_000, licenseLimit: 10, seats: 1, period: month }
  const from = (day: string) => restCents({ ...added, from: `2027-${day}T21:00:00.000Z` })
  expect([from('07-01'), from('07-16'), from('07-31'), from('08-01')]).toEqual([1200, 619, 39, 0])
  const yearly = { ...added, period: year, from: '2027-12-31T08:00:00.000Z' }
  expect(restCents(yearly)).toBe(Math.round((14_400 * 183) / 366))
})

test('amounts stay exact when intermediate products exceed safe integers', () => {
  const added = { twelveMonthCents: 10 ** 14 - 1, licenseLimit: 1_000_000, seats: 999_999, period: month }
  expect(restCents({ ...added, from: month.start })).toBe(8_333_325_000_000)
})

test('what does not come to a cent a month costs nothing', () => {
  expect(isFree({ twelveMonthCents: FREE_BELOW - 1 })).toBe(true)
  expect(isFree({ twelveMonthCents: FREE_BELOW })).toBe(false)
})

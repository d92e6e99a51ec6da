import { expect, test } from 'vitest'
import { dayOf, daysOf, isMonth, periodFrom, plusDays } from './calendar.ts'

/** Ends of that many consecutive periods, in South African time. */
function endsOf(start: string, terms: Parameters<typeof periodFrom>[1], count: number) {
  let at = new Date(start).toISOString()
  return Array.from({ length: count }, () => {
    at = periodFrom(at, terms).end
    return dayOf(at)
  })
}

test('months that begin on the 31st end on the last day of shorter months, and come back to the 31st', () => {
  const terms = { anchorDay: 31, billingType: 'monthly' } as const
  expect(endsOf('2027-01-31T10:00:00+02:00', terms, 4)).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
  ])
  expect(endsOf('2028-01-31T10:00:00+02:00', terms, 2)).toEqual(['2028-02-29', '2028-03-31'])
})

test('a year that begins on February 29 ends on the 28th, until there is a 29th again', () => {
  const terms = { anchorDay: 29, billingType: 'annual' } as const
  expect(endsOf('2028-02-29T10:00:00+02:00', terms, 4)).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
})

test('periods cross the end of the year and keep the time of day in South Africa, also around midnight', () => {
  const terms = { anchorDay: 1, billingType: 'monthly' } as const
  expect(periodFrom('2027-12-01T00:30:00+02:00', terms).end).toBe('2027-12-31T22:30:00.000Z')
  expect(periodFrom('2027-11-30T22:00:00.123Z', terms).end).toBe('2027-12-31T22:00:00.123Z')
  expect(periodFrom('2027-11-15T21:59:59.999Z', { ...terms, anchorDay: 15 }).end).toBe('2027-12-15T21:59:59.999Z')
})

test('a period from before a change of the time zone, which begins on the day before or after, is a whole month or year', () => {
  const terms = { anchorDay: 1, billingType: 'monthly' } as const
  const lastDays = ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']
  expect(endsOf('2027-11-30T19:00:00+02:00', terms, 5)).toEqual(lastDays)
  expect(endsOf('2027-12-31T19:00:00+02:00', { ...terms, billingType: 'annual' }, 2)).toEqual([
    '2028-12-31',
    '2029-12-31',
  ])
  const daysAfterThe30th = ['2027-12-31', '2028-01-31', '2028-03-01', '2028-03-31']
  expect(endsOf('2027-12-01T01:00:00+02:00', { ...terms, anchorDay: 30 }, 4)).toEqual(daysAfterThe30th)
  expect(endsOf('2027-12-05T01:00:00+02:00', { ...terms, anchorDay: 30 }, 1)).toEqual(['2028-01-05'])
})

test('days are South African ones', () => {
  expect(dayOf('2027-03-04T21:59:59.999Z')).toBe('2027-03-04')
  expect(dayOf('2027-03-04T22:00:00.000Z')).toBe('2027-03-05')
  expect(plusDays('2027-12-31', 1)).toBe('2028-01-01')
  expect(plusDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysOf({ start: '2027-02-28T22:00:00.000Z', end: '2027-03-31T22:00:00.000Z' })).toBe(31)
})

test('whether a period is a month is seen at its length', () => {
  const start = '2027-01-31T08:00:00.000Z'
  expect(isMonth(periodFrom(start, { anchorDay: 31, billingType: 'monthly' }))).toBe(true)
  expect(isMonth(periodFrom(start, { anchorDay: 31, billingType: 'annual' }))).toBe(false)
})

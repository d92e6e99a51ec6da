import { expect, test } from 'vitest'
import type { BusinessHours } from '#contract/support/business-hours.ts'
import { easterOf, holidaysOf } from './holidays.ts'
import { openSpans } from './open-spans.ts'

const HOURS: BusinessHours = {
  clock: 'business',
  days: [1, 2, 3, 4, 5],
  opens: '08:00',
  closes: '17:00',
  timeZone: 'Africa/Johannesburg',
  skipsHolidays: true,
  closedDays: [],
}

const spansOf = (year: number, changes: Partial<BusinessHours> = {}) =>
  openSpans({ ...HOURS, ...changes }, { from: year, to: year })

const daysOf = (year: number, changes: Partial<BusinessHours> = {}) =>
  spansOf(year, changes).map(({ startsAt }) => startsAt.slice(0, 10))

test('weekdays from eight to five, by the clocks of the time zone', () => {
  const monday = spansOf(2026).find(({ startsAt }) => startsAt.startsWith('2026-11-23'))
  expect(monday).toMatchObject({ startsAt: '2026-11-23T06:00:00.000Z', endsAt: '2026-11-23T15:00:00.000Z' })
  expect(daysOf(2026)).not.toContain('2026-11-22')
  expect(daysOf(2026)).not.toContain('2026-11-21')
})

test('the seconds before a span are those of all earlier ones, also across years', () => {
  const spans = openSpans(HOURS, { from: 2025, to: 2026 })
  expect(spans.map(({ secondsBefore }) => secondsBefore)).toEqual(spans.map((_, place) => place * 9 * 3600))
  expect(spans.map(({ startsAt }) => startsAt)).toEqual(spans.map(({ startsAt }) => startsAt).toSorted())
})

test.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter of %i is on %s', (year, day) => {
  expect(easterOf(year)).toBe(day)
})

test('the public holidays of a year are closed', () => {
  expect([...holidaysOf(2026)].toSorted()).toEqual([
    '2026-01-01',
    '2026-03-21',
    '2026-04-03',
    '2026-04-06',
    '2026-04-27',
    '2026-05-01',
    '2026-06-16',
    '2026-08-09',
    '2026-08-10',
    '2026-09-24',
    '2026-12-16',
    '2026-12-25',
    '2026-12-26',
  ])
  for (const day of ['2026-04-03', '2026-12-25']) expect(daysOf(2026)).not.toContain(day)
  expect(daysOf(2026, { skipsHolidays: false })).toContain('2026-12-25')
})

test('a holiday on a Sunday closes the Monday after it, one on a Saturday does not', () => {
  expect(daysOf(2026)).not.toContain('2026-08-10')
  expect(daysOf(2026)).toContain('2026-03-23')
  expect(daysOf(2025)).not.toContain('2025-04-28')
})

test('in a zone with summer time the hours follow its clocks', () => {
  const spans = spansOf(2026, { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5, 6, 7], skipsHolidays: false })
  const starts = spans.map(({ startsAt }) => startsAt)
  expect(starts).toContain('2026-03-28T07:00:00.000Z')
  expect(starts).toContain('2026-03-29T06:00:00.000Z')
  expect(starts).toContain('2026-10-25T07:00:00.000Z')
  expect(spans).toHaveLength(365)
})

test('a night in which the clocks change is an hour shorter', () => {
  const spans = spansOf(2026, {
    timeZone: 'Europe/Berlin',
    days: [7],
    opens: '01:00',
    closes: '04:00',
    skipsHolidays: false,
  })
  const length = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
    (Date.parse(endsAt) - Date.parse(startsAt)) / 3_600_000
  expect(new Set(spans.map(length))).toEqual(new Set([2, 3, 4]))
})

test('days that the vendor closes are closed, and other days and times can be open', () => {
  expect(daysOf(2026, { closedDays: ['2026-12-28'] })).not.toContain('2026-12-28')
  const saturdays = spansOf(2026, { days: [6], opens: '09:30', closes: '12:00' })
  expect(saturdays[0]).toEqual({
    startsAt: '2026-01-03T07:30:00.000Z',
    endsAt: '2026-01-03T10:00:00.000Z',
    secondsBefore: 0,
  })
})

test('the calendar clock has no spans', () => {
  expect(spansOf(2026, { clock: 'calendar' })).toEqual([])
})

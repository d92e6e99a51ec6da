import { expect, test } from 'vitest'
import {
  businessDay,
  daysBetween,
  firstOfMonth,
  formatAgo,
  formatDate,
  formatDateTime,
  formatDue,
  formatLongDate,
  formatMonth,
  formatTimeIn,
  instantIn,
  lastBusinessDay,
  plusDays,
} from './dates.ts'

test('a day is written in the three ways of the portal [R-CONST-31 R-CONST-32 R-CONST-33 R-CONST-34]', () => {
  expect(formatLongDate('2025-03-05')).toBe('March 05, 2025')
  expect(formatDate('2025-03-05')).toBe('Mar 05, 2025')
  expect(formatDateTime(new Date(2025, 2, 5, 14, 7))).toBe('Mar 05, 2025 14:07')
})

test('a due time of the next days has its weekday, others their date', () => {
  const now = new Date(2026, 2, 6, 16, 0).getTime()
  const due = (...[day, hour]: [day: number, hour: number]) =>
    formatDue(new Date(2026, 2, day, hour, 30).toISOString(), now)
  expect(due(9, 9)).toBe('Monday 09:30')
  expect(due(6, 17)).toBe('Friday 17:30')
  expect(due(13, 9)).toBe('Mar 13, 2026 09:30')
  expect(due(6, 9)).toBe('Mar 06, 2026 09:30')
})

test('midnight is 00, not 24', () => {
  expect(formatDateTime(new Date(2025, 0, 1, 0, 5))).toBe('Jan 01, 2025 00:05')
})

test('a month is written with its year [R-BILLC-22]', () => {
  expect(formatMonth('2025-12-31')).toBe('December 2025')
})

test.each([
  ['2025-03-05T12:00:00Z', 'just now'],
  ['2025-03-05T11:59:01Z', 'just now'],
  ['2025-03-05T12:00:30Z', 'just now'],
  ['2025-03-05T11:55:00Z', '5 minutes ago'],
  ['2025-03-05T09:10:00Z', '2 hours ago'],
  ['2025-03-04T12:00:00Z', 'yesterday'],
  ['2025-01-01T12:00:00Z', '2 months ago'],
  ['2023-02-01T12:00:00Z', '2 years ago'],
])('seen at noon of March 5, %s is %s', (value, words) => {
  expect(formatAgo(value, new Date('2025-03-05T12:00:00Z'))).toBe(words)
})

test('a business date is the day it is for the vendor, wherever the reader is', () => {
  expect(businessDay('2026-11-05T22:30:00Z', 'Africa/Johannesburg')).toBe('2026-11-06')
  expect(businessDay('2026-11-05T22:30:00Z', 'America/Los_Angeles')).toBe('2026-11-05')
  expect(businessDay('2026-11-05', 'Pacific/Kiritimati')).toBe('2026-11-05')
})

test('a period is written with its last day', () => {
  expect(lastBusinessDay('2026-12-12T22:00:00Z', 'Africa/Johannesburg')).toBe('2026-12-12')
  expect(lastBusinessDay('2027-03-01T08:00:00Z', 'Africa/Johannesburg')).toBe('2027-02-28')
})

test.each([
  [new Date(2026, 10, 20, 22, 30), 'the day before yesterday', '2 days ago'],
  [new Date(2026, 10, 20, 18, 0), '48 hours', '2 days ago'],
  [new Date(2026, 10, 21, 0, 5), 'the start of yesterday', 'yesterday'],
  [new Date(2026, 10, 21, 17, 0), '25 hours', 'yesterday'],
  [new Date(2026, 10, 21, 20, 0), '22 hours', '22 hours ago'],
  [new Date(2026, 10, 15, 19, 0), 'almost a week', '7 days ago'],
])('counts calendar days: on November 22 at 18:00, %s (%s) is %s', (value, _what, words) => {
  expect(formatAgo(value, new Date(2026, 10, 22, 18, 0))).toBe(words)
})

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-12-31', 1, '2028-01-01'],
  ['2027-03-01', -1, '2027-02-28'],
  ['2027-03-05', 0, '2027-03-05'],
])('%s and %i days are %s, and as many lie between them', (day, days, other) => {
  expect(plusDays(day, days)).toBe(other)
  expect(daysBetween(day, other)).toBe(days)
})

test.each([
  ['2027-03-31', 0, '2027-03-01'],
  ['2027-01-31', -1, '2026-12-01'],
  ['2027-11-30', 14, '2029-01-01'],
])('the month of %s, moved by %i, begins on %s', (day, months, first) => {
  expect(firstOfMonth(day, months)).toBe(first)
})

test.each([
  ['2026-11-30T08:00', 'Africa/Johannesburg', '2026-11-30T06:00:00.000Z'],
  ['2026-01-15T08:00', 'America/New_York', '2026-01-15T13:00:00.000Z'],
  ['2026-03-08T01:30', 'America/New_York', '2026-03-08T06:30:00.000Z'],
  ['2026-03-08T03:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-11-01T00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
  ['2026-06-01T23:45', 'Asia/Kathmandu', '2026-06-01T18:00:00.000Z'],
  ['0026-12-01T10:00', 'Etc/GMT-2', '0026-12-01T08:00:00.000Z'],
])('the clocks show %s in %s at %s', (local, timeZone, instant) => {
  expect(instantIn(local, timeZone)).toBe(instant)
  expect(formatTimeIn(instant, timeZone)).toBe(local.replace('T', ' '))
})

test.each([
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-03-29T00:30', 'Atlantic/Azores', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Paris', '2026-03-29T01:30:00.000Z'],
])('%s, which the clocks of %s skip, is read as an hour later', (local, timeZone, instant) => {
  expect(instantIn(local, timeZone)).toBe(instant)
})

test.each([
  ['2026-11-01T00:00', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Paris', '2026-10-25T00:30:00.000Z'],
])('%s, which the clocks of %s show twice, is read as the first', (local, timeZone, instant) => {
  expect(instantIn(local, timeZone)).toBe(instant)
})

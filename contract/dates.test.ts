import { expect, test } from 'vitest'
import { formatAgo, formatDate, formatDateTime, formatLongDate, formatMonth } from './dates.ts'

test('R-CONST-31 R-CONST-32 R-CONST-33 R-CONST-34 a day is written in the three ways of the portal', () => {
  expect(formatLongDate('2025-03-05')).toBe('March 05, 2025')
  expect(formatDate('2025-03-05')).toBe('Mar 05, 2025')
  expect(formatDateTime(new Date(2025, 2, 5, 14, 7))).toBe('Mar 05, 2025 14:07')
})

test('midnight is 00, not 24', () => {
  expect(formatDateTime(new Date(2025, 0, 1, 0, 5))).toBe('Jan 01, 2025 00:05')
})

test('R-BILLC-22 a month is written with its year', () => {
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

import { expect, test } from 'vitest'
import { formatDuration } from '#web/ui/text/duration.ts'
import { countTrend, moneyTrend } from './total-cards.tsx'

const between = (before: number, now: number, day = '2026-03-02') => [
  { day, value: before },
  { day: '2026-03-20', value: 999 },
  { day: '2026-04-01', value: now },
]

test('a trend says what changed and since when [R-OVER-12]', () => {
  expect(countTrend(between(10, 13))).toBe('+3 in 30 days')
  expect(countTrend(between(10, 8))).toBe('−2 in 30 days')
  expect(countTrend(between(10, 10))).toBe('No change in 30 days')
  expect(moneyTrend(between(1000, 1125))).toBe('12.5% more than 30 days ago')
  expect(moneyTrend(between(1000, 500))).toBe('50% less than 30 days ago')
  expect(moneyTrend(between(1000, 1000))).toBe('No change in 30 days')
})

test('a portal that is younger than thirty days names the days there are', () => {
  expect(countTrend(between(10, 13, '2026-03-20'))).toBe('+3 in 12 days')
  expect(countTrend(between(10, 13, '2026-03-31'))).toBe('+3 since yesterday')
  expect(countTrend(between(10, 10, '2026-03-31'))).toBe('No change since yesterday')
  expect(moneyTrend(between(1000, 1100, '2026-03-31'))).toBe('10% more than yesterday')
})

test('without an earlier day there is no trend', () => {
  expect(countTrend([])).toBeUndefined()
  expect(countTrend([{ day: '2026-04-01', value: 5 }])).toBeUndefined()
  expect(moneyTrend([{ day: '2026-04-01', value: 5 }])).toBeUndefined()
})

test('of nothing there is no percentage, and a small change is still one', () => {
  expect(moneyTrend(between(0, 1234.5))).toBe('+R1234.50 in 30 days')
  expect(moneyTrend(between(0, 1234.5, '2026-03-31'))).toBe('+R1234.50 since yesterday')
  expect(moneyTrend(between(1_000_000, 1_000_001))).toBe('Less than 0.1% more than 30 days ago')
})

test('the change of the clocks moves no day', () => {
  expect(
    countTrend([
      { day: '2026-10-24', value: 1 },
      { day: '2026-10-26', value: 2 },
    ]),
  ).toBe('+1 in 2 days')
})

test('shows a time in two units at most', () => {
  expect([20, 60, 2700, 3600, 12_000, 86_400, 187_200, 90_060].map(formatDuration)).toEqual([
    'under a minute',
    '1 min',
    '45 min',
    '1 h',
    '3 h 20 min',
    '1 day',
    '2 days 4 h',
    '1 day 1 h',
  ])
})

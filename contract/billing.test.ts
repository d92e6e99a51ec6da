import { expect, test } from 'vitest'
import { daysUntilRenewal, shownStatus } from './billing.ts'

const now = Date.parse('2026-03-05T10:00:00Z')
const endsAt = (currentPeriodEnd: string | null) => ({ status: 'active' as const, currentPeriodEnd })

test.each([
  ['2026-03-06T10:00:00Z', 1],
  ['2026-03-06T10:00:01Z', 2],
  ['2026-03-05T10:00:01Z', 1],
  ['2026-03-05T10:00:00Z', 0],
  ['2026-03-03T10:00:00Z', -2],
  [null, 0],
])('R-DASH-41 a period that ends %s renews in %i days', (end, days) => {
  expect(daysUntilRenewal(endsAt(end), now)).toBe(days)
})

test('R-STATE-15 R-STATE-16 a period that is over is late, under the name of each screen', () => {
  const over = endsAt('2026-03-05T09:59:59Z')
  expect(shownStatus(over, 'overdue', now)).toBe('overdue')
  expect(shownStatus(over, 'past_due', now)).toBe('past_due')
})

test('until its end, or without one, the stored status is shown', () => {
  expect(shownStatus(endsAt('2026-03-05T10:00:00Z'), 'overdue', now)).toBe('active')
  expect(shownStatus({ status: 'unpaid', currentPeriodEnd: null }, 'past_due', now)).toBe('unpaid')
})

import { expect, test } from 'vitest'
import type { Target } from '#contract/support/tickets.ts'
import { dueOf } from './ticket-row.tsx'

const NOW = Date.parse('2026-03-05T12:00:00Z')

const target = (dueAt: string, facts: Partial<Target> = {}) => ({ dueAt, metAt: null, isMissed: false, ...facts })
const ticket = { status: 'open' as const, firstResponse: null, resolution: null }

test('what is outstanding and too late is late, also while its customer is asked', () => {
  const resolution = target('2026-03-05T11:00:00Z', { isMissed: true })
  expect(dueOf({ ...ticket, resolution }, NOW)).toBe('Late')
  expect(dueOf({ ...ticket, status: 'waiting_customer', resolution }, NOW)).toBe('Late')
})

test('an outstanding target whose time has passed is late before the server says so', () => {
  expect(dueOf({ ...ticket, resolution: target('2026-03-05T12:00:00Z') }, NOW)).toBe('Late')
})

test('what came too late is not late any more', () => {
  const firstResponse = target('2026-03-05T11:00:00Z', { isMissed: true, metAt: '2026-03-05T11:30:00Z' })
  expect(dueOf({ ...ticket, firstResponse }, NOW)).toBeUndefined()
})

test('shows the earlier of the two targets once it is near', () => {
  const resolution = target('2026-03-05T19:00:00Z')
  expect(dueOf({ ...ticket, resolution }, NOW)).toBe('Due in 7 hours')
  expect(dueOf({ ...ticket, resolution, firstResponse: target('2026-03-05T12:20:00Z') }, NOW)).toBe('Due in 20 minutes')
  expect(dueOf({ ...ticket, resolution: target('2026-03-06T19:00:00Z') }, NOW)).toBeUndefined()
  expect(dueOf({ ...ticket, resolution: target('2026-03-06T09:30:00') }, NOW)).toBe('Due Friday 09:30')
  expect(dueOf(ticket, NOW)).toBeUndefined()
})

test('shows nothing due while the clock is paused or all targets are met', () => {
  const resolution = target('2026-03-05T12:20:00Z')
  expect(dueOf({ ...ticket, status: 'waiting_customer', resolution }, NOW)).toBeUndefined()
  expect(dueOf({ ...ticket, status: 'closed', resolution }, NOW)).toBeUndefined()
})

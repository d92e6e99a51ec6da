import { expect, test } from 'vitest'
import { localTime } from '#server/platform/time-zone.ts'
import { createCalendar, duringWork } from './calendar.ts'

test('work happens on weekdays from 8 to 16 of the vendor, never later than the given instant', () => {
  const { ago } = createCalendar(new Date('2026-11-29T22:30:00Z'))
  for (let hours = 0; hours < 14 * 24; hours += 1) {
    const instant = ago({ hours })
    const moved = duringWork(instant)
    expect(Date.parse(moved)).toBeLessThanOrEqual(Date.parse(instant))
    const local = localTime(moved)
    expect([1, 2, 3, 4, 5]).toContain(local.getUTCDay())
    expect(local.getUTCHours()).toBeGreaterThanOrEqual(8)
    expect(local.getUTCHours()).toBeLessThan(16)
  }
  expect(duringWork('2026-11-27T10:00:00.000Z')).toBe('2026-11-27T10:00:00.000Z')
})

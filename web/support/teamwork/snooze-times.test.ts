import { expect, test } from 'vitest'
import { snoozeTimes } from './snooze-times.ts'

const dayOf = (label: string, now: Date) => {
  const until = snoozeTimes.find((time) => time.label === label)?.from(now) ?? now
  return [until.getDay(), until.getHours(), Math.round((until.getTime() - now.getTime()) / 3_600_000)]
}

test('mornings are at eight, and Monday is always the next one', () => {
  const sunday = new Date(2026, 10, 22, 20)
  const monday = new Date(2026, 10, 23, 6)
  const wednesday = new Date(2026, 10, 25, 12)
  expect(dayOf('Until tomorrow', sunday)).toEqual([1, 8, 12])
  expect(dayOf('Until Monday', sunday)).toEqual([1, 8, 12])
  expect(dayOf('Until Monday', monday)).toEqual([1, 8, 7 * 24 + 2])
  expect(dayOf('Until Monday', wednesday)).toEqual([1, 8, 4 * 24 + 20])
  expect(dayOf('For a week', wednesday)).toEqual([3, 8, 7 * 24 - 4])
  expect(dayOf('For 3 hours', wednesday)).toEqual([3, 15, 3])
})

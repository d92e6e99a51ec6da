import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHECK_IN } from '#contract/licensing/devices.ts'
import { FILE_DAYS, OFFLINE_DAYS } from '#contract/licensing/license-files.ts'
import { noTime, offlineTimes, onlineTimes, type FileTimes } from './times.ts'

const DAY = 86_400_000
const NOW = new Date('2026-03-20T08:00:00.000Z')
const later = (days: number) => new Date(NOW.getTime() + days * DAY)
const daysOf = ({ checkInBy, expiresAt, graceUntil }: FileTimes) =>
  [checkInBy, expiresAt, graceUntil].map((time) => (Date.parse(time) - NOW.getTime()) / DAY)

test('a device that checks in: a day, a week, two weeks', () => {
  expect(daysOf(onlineTimes(NOW, null))).toEqual([1, 7, 14])
  expect(FILE_DAYS.online + FILE_DAYS.grace).toBe(CHECK_IN.graceDays)
})

test('a machine without internet: as long as was asked, and a week', () => {
  expect(daysOf(offlineTimes(NOW, 90, null))).toEqual([90, 90, 97])
})

test('a known end ends what lies behind it and nothing else', () => {
  expect(daysOf(onlineTimes(NOW, later(10)))).toEqual([1, 7, 10])
  expect(daysOf(onlineTimes(NOW, later(0.5)))).toEqual([0.5, 0.5, 0.5])
  expect(daysOf(offlineTimes(NOW, 90, later(93)))).toEqual([90, 90, 93])
  expect(daysOf(offlineTimes(NOW, 90, later(400)))).toEqual([90, 90, 97])
})

test('who may not run has no time at all', () => {
  expect(daysOf(noTime(NOW))).toEqual([0, 0, 0])
})

const end = fc.option(fc.integer({ min: 1, max: 500 * DAY }).map((offset) => new Date(NOW.getTime() + offset)))
const days = fc.integer({ min: OFFLINE_DAYS.min, max: OFFLINE_DAYS.max })

test('whatever is asked and known: in order, after the issue, and over when the license is', () => {
  fc.assert(
    fc.property(end, days, (known, ttl) => {
      for (const times of [onlineTimes(NOW, known), offlineTimes(NOW, ttl, known)]) {
        const [checkInBy = 0, expiresAt = 0, graceUntil = 0] = daysOf(times)
        expect(checkInBy).toBeGreaterThan(0)
        expect(expiresAt).toBeGreaterThanOrEqual(checkInBy)
        expect(graceUntil).toBeGreaterThanOrEqual(expiresAt)
        if (known) expect(graceUntil).toBeLessThanOrEqual((known.getTime() - NOW.getTime()) / DAY)
      }
    }),
  )
})

test('a later end never shortens a file, and more days never do', () => {
  const grace = (times: FileTimes) => Date.parse(times.graceUntil)
  fc.assert(
    fc.property(end, days, days, (known, few, more) => {
      const [less, most] = [Math.min(few, more), Math.max(few, more)]
      expect(grace(offlineTimes(NOW, most, known))).toBeGreaterThanOrEqual(grace(offlineTimes(NOW, less, known)))
      expect(grace(offlineTimes(NOW, few, null))).toBeGreaterThanOrEqual(grace(offlineTimes(NOW, few, known)))
    }),
  )
})

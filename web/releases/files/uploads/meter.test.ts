import { expect, test } from 'vitest'
import { createMeter, percentOf, timeLeft } from './meter.ts'

test('the speed is that of the last seconds, and unknown in the first', () => {
  const measure = createMeter(100_000)
  expect(measure(0, 0).speed).toBeUndefined()
  expect(measure(500, 500).speed).toBeUndefined()
  expect(measure(2000, 2000).speed).toBe(1000)
  measure(4000, 8000)
  expect(measure(20_000, 16_000).speed).toBe(2000)
})

test.each([
  [0, 100, 0],
  [999, 1000, 99],
  [1000, 1000, 100],
])('%i of %i bytes are %i percent: what is not complete is not 100', (sent, total, percent) => {
  expect(percentOf({ sent, total })).toBe(percent)
})

test.each([
  [undefined, undefined],
  [0, undefined],
  [1000, '5 s left'],
  [50, '2 min left'],
  [1, '1 h 23 min left'],
])('at %s bytes a second, 5000 bytes take %s', (speed, words) => {
  expect(timeLeft({ sent: 1000, total: 6000, speed })).toBe(words)
})

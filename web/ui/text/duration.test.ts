import { expect, test } from 'vitest'
import { inHours } from './duration.ts'

test.each([
  [20, 'under a minute'],
  [45 * 60, '45 min'],
  [3600, '1 h'],
  [5400, '1 h 30 min'],
  [187_200, '52 h'],
  [3600 * 72 - 10, '72 h'],
])('%i business seconds are %s', (seconds, words) => {
  expect(inHours(seconds)).toBe(words)
})

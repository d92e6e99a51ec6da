import { expect, test } from 'vitest'
import { percentOf } from './percent.ts'

test.each([
  [0, 0, 0, 0],
  [0, 5, 0, 0],
  [5, 5, 100, 100],
  [6, 5, 100, 100],
  [1, 3, 33, 33.3],
  [999, 1000, 99, 99.9],
  [9999, 10_000, 99, 99.9],
  [1, 10_000, 1, 0.1],
])('%i of %i are %i percent, and %f with a decimal', (part, whole, percent, exact) => {
  expect([percentOf(part, whole), percentOf(part, whole, 1)]).toEqual([percent, exact])
})

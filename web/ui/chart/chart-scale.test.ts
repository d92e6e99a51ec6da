import { expect, test } from 'vitest'
import { chartScale, pathThrough } from './chart-scale.ts'

test.each([
  [[], [1, 0]],
  [
    [0, 0],
    [1, 0],
  ],
  [[3], [3, 2, 1, 0]],
  [
    [4, 1],
    [4, 3, 2, 1, 0],
  ],
  [[7], [8, 6, 4, 2, 0]],
  [
    [34, 40],
    [40, 30, 20, 10, 0],
  ],
  [[41], [60, 40, 20, 0]],
  [[950], [1000, 750, 500, 250, 0]],
])('values up to %j get the lines %j', (values, lines) => {
  expect(chartScale(values)).toEqual({ top: lines[0], lines })
})

test('fits every value with at most five lines', () => {
  for (let value = 1; value < 2_000_000; value = Math.ceil(value * 1.07)) {
    const { top, lines } = chartScale([value])
    expect([top >= value, lines.length <= 5, lines.every(Number.isInteger)]).toEqual([true, true, true])
  }
})

test('draws a path through its points', () => {
  expect(
    pathThrough([
      { x: 0, y: 100 },
      { x: 50, y: 25 },
    ]),
  ).toBe('0,100 L 50,25')
})

import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { MOST_RANGES, rangesOf } from './ranges.ts'

const SIZE = 1000

test.each([
  ['bytes=0-0', [[0, 0]]],
  ['BYTES=0-99', [[0, 99]]],
  ['bytes=990-', [[990, 999]]],
  ['bytes=-10', [[990, 999]]],
  ['bytes=-5000', [[0, 999]]],
  ['bytes=900-5000', [[900, 999]]],
  [
    'bytes=0-9,20-29',
    [
      [0, 9],
      [20, 29],
    ],
  ],
  [
    'bytes= 20-29 ,, 0-9 ,',
    [
      [20, 29],
      [0, 9],
    ],
  ],
  ['bytes=0-9,5000-', [[0, 9]]],
])('%s asks for these bytes, in this order', (header, expected) => {
  expect(rangesOf(header, SIZE)).toEqual(expected.map(([start, end]) => ({ start, end })))
})

test.each(['bytes=1000-', 'bytes=-0', 'bytes=1000-2000,3000-', `bytes=${SIZE}-${SIZE}`])(
  '%s lies behind the end',
  (header) => {
    expect(rangesOf(header, SIZE)).toBe('unsatisfiable')
  },
)

test('an empty file has no range', () => {
  expect(rangesOf('bytes=0-', 0)).toBe('unsatisfiable')
})

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=,',
  'bytes=-',
  'bytes=a-b',
  'bytes=9-0',
  'bytes=0-9,9-0',
  'bytes=1.5-2',
  'lines=0-9',
  'bytes=0-9;20-29',
  'bytes=--5',
  `bytes=${'9'.repeat(16)}-`,
])('%s asks for nothing that can be read: the whole file', (header) => {
  expect(rangesOf(header, SIZE)).toBeUndefined()
})

test('who asks for more than there is, or for too many pieces, gets the file once', () => {
  expect(rangesOf('bytes=0-999,0-0', SIZE)).toBeUndefined()
  expect(rangesOf(`bytes=${Array(50).fill('0-').join()}`, SIZE)).toBeUndefined()
  const pieces = (count: number) => `bytes=${Array.from({ length: count }, (_, index) => `${index}-${index}`).join()}`
  expect(rangesOf(pieces(MOST_RANGES), SIZE)).toHaveLength(MOST_RANGES)
  expect(rangesOf(pieces(MOST_RANGES + 1), SIZE)).toBeUndefined()
})

test('whatever is asked, no byte outside the file is read, and never more than its size', () => {
  const letters = '0123456789-,= '
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: randomInt(20) }, () => letters[randomInt(letters.length)]).join('')
    const ranges = rangesOf(`bytes=${text}`, SIZE)
    if (ranges === undefined || ranges === 'unsatisfiable') continue
    expect(ranges.every(({ start, end }) => start >= 0 && start <= end && end < SIZE)).toBe(true)
    expect(ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0)).toBeLessThanOrEqual(SIZE)
  }
})

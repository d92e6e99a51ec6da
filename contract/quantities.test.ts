import { expect, test } from 'vitest'
import { countOf, formatSize, newestOf, newestUpTo } from './quantities.ts'

test.each([
  [0, '0 replies'],
  [1, '1 reply'],
  [-1, '-1 reply'],
  [1234, '1,234 replies'],
])('%i is shown as %s', (count, shown) => {
  expect(countOf(count, 'reply', 'replies')).toBe(shown)
})

test('a list that does not show all says so', () => {
  expect(newestOf(1000, 2006, 'member')).toBe('The newest 1,000 of 2,006 members')
  expect([newestUpTo(1000, 999, 'version'), newestUpTo(1000, 1000, 'version')]).toEqual([
    '999 versions',
    'The newest 1,000 versions',
  ])
})

test('a plural ends in s by default', () => {
  expect([countOf(1, 'seat'), countOf(2, 'seat')]).toEqual(['1 seat', '2 seats'])
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [1536, '1.5 KB'],
  [1_023_000, '999.0 KB'],
  [1_048_575, '1.0 MB'],
  [1_992_295, '1.9 MB'],
  [10_485_760, '10.0 MB'],
  [5_368_709_120, '5.0 GB'],
])('%i bytes are %s [R-DL-08]', (bytes, shown) => {
  expect(formatSize(bytes)).toBe(shown)
})

import { expect, test } from 'vitest'
import { formatSize } from './sizes.ts'

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

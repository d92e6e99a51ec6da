import { expect, test } from 'vitest'
import { collectGarbage } from './garbage.ts'

/** Bytes. */
const heapUsed = () => process.memoryUsage().heapUsed

test('frees memory that is no longer referenced', () => {
  const numbers = Array.from({ length: 20 }, () => Array.from({ length: 500_000 }, (_, place) => place + 0.5))
  const before = heapUsed()
  numbers.length = 0
  collectGarbage()
  expect(before - heapUsed()).toBeGreaterThan(50_000_000)
})

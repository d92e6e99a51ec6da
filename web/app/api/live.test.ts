import { expect, test } from 'vitest'
import { retryDelay } from './live.ts'

test('retries a refused stream at least every two seconds during a restart, and stops at last', () => {
  let waited = 0
  let refusals = 0
  while (waited < 60_000) {
    const delay = retryDelay(++refusals) ?? Infinity
    expect(delay).toBeLessThanOrEqual(2000)
    waited += delay
  }
  while (retryDelay(refusals) !== undefined && refusals < 1000) refusals += 1
  expect(refusals).toBeLessThan(1000)
})

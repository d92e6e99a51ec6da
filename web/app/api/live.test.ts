import { expect, test } from 'vitest'
import { retryDelay } from './live.ts'

test('a refused stream is asked for every two seconds at least while a server restarts, and not without end', () => {
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

import { expect, test } from 'vitest'
import { createCallBudget } from './call-budget.ts'

function budget(most?: number) {
  let now = 0
  const { spend } = createCallBudget({ calls: 3, seconds: 60, ...(most && { most }) }, () => now)
  return { spend, wait: (seconds: number) => (now += seconds * 1000) }
}

test('the call after the last one is refused until the window ends', () => {
  const { spend, wait } = budget()
  for (const _call of [1, 2, 3]) spend('a')
  wait(59)
  expect(() => spend('a')).toThrow(expect.objectContaining({ statusCode: 429, retryAfterSeconds: 1 }))
  wait(1)
  expect(() => spend('a')).not.toThrow()
})

test('one caller does not pay for another', () => {
  const { spend } = budget()
  for (const _call of [1, 2, 3]) spend('a')
  expect(() => spend('b')).not.toThrow()
})

test('a flood of names does not grow the memory, and those already known are counted still', () => {
  const { spend } = budget(2)
  spend('a')
  spend('b')
  for (let call = 0; call < 10; call++) expect(() => spend('c')).not.toThrow()
  spend('a')
  spend('a')
  expect(() => spend('a')).toThrow(/Too many/)
})

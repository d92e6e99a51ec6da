import { expect, test } from 'vitest'
import { createBatch } from './batch.ts'

const double = (sizes: number[]) => async (items: number[]) => {
  sizes.push(items.length)
  return items.map((item) => item * 2)
}

test('everyone who asks in one turn shares one handling and gets the own answer', async () => {
  const sizes: number[] = []
  const batch = createBatch(double(sizes))
  expect(await Promise.all([1, 2, 3].map(batch.add))).toEqual([2, 4, 6])
  expect(await batch.add(5)).toBe(10)
  expect(sizes).toEqual([3, 1])
})

test('a full batch does not wait for the others', async () => {
  const sizes: number[] = []
  const batch = createBatch(double(sizes), { most: 2, milliseconds: 10 })
  expect(await Promise.all([1, 2, 3].map(batch.add))).toEqual([2, 4, 6])
  expect(sizes).toEqual([2, 1])
})

test('an error reaches the calls in its batch and none after them', async () => {
  let calls = 0
  const batch = createBatch(async (items: number[]) => {
    if (++calls === 1) throw new Error('The database is gone')
    return items
  })
  const outcomes = await Promise.allSettled([batch.add(1), batch.add(2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await batch.add(3)).toBe(3)
})

test('flushing handles what waits at once and returns when it is done', async () => {
  const done: number[] = []
  const batch = createBatch<number, void>(
    async (items) => {
      await new Promise(setImmediate)
      done.push(...items)
      return []
    },
    { milliseconds: 3_600_000 },
  )
  void batch.add(1)
  void batch.add(2)
  await batch.flush()
  expect(done).toEqual([1, 2])
})

test('gathers calls while the maximum of batches runs, and starts them when one ends', async () => {
  const sizes: number[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const batch = createBatch<number, number>(
    async (items) => {
      sizes.push(items.length)
      if (sizes.length === 1) await held
      return items
    },
    { atOnce: 1 },
  )
  const first = batch.add(1)
  await new Promise(setImmediate)
  const second = batch.add(2)
  await new Promise(setImmediate)
  const others = [batch.add(3), batch.add(4)]
  expect(sizes).toEqual([1])
  release()
  expect(await Promise.all([first, second, ...others])).toEqual([1, 2, 3, 4])
  expect(sizes).toEqual([1, 3])
})

test('calls do not wait long behind a batch that never ends', async () => {
  const batch = createBatch<number, number>(
    (items) => (items[0] === 1 ? new Promise(() => {}) : Promise.resolve(items)),
    {
      atOnce: 1,
    },
  )
  void batch.add(1)
  await new Promise(setImmediate)
  expect(await batch.add(2)).toBe(2)
})

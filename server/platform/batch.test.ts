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

test('what goes wrong reaches those in the batch and nobody after them', async () => {
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

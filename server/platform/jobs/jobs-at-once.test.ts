import { expect, onTestFinished, test } from 'vitest'
import { db, testDatabaseUrl } from '#server/testing/testing.ts'
import { createJobs, migrateJobs } from './jobs.ts'

const table = {
  call: { description: 'Is tested', retries: 3, retryDelay: 1, longestDelay: 1, atOnce: 3 },
  share: { description: 'Is tested', retries: 3, retryDelay: 1, longestDelay: 1, atOnce: 3, atOncePerGroup: 2 },
} as const

async function openJobs() {
  await migrateJobs(table)(testDatabaseUrl)
  const jobs = createJobs({ url: testDatabaseUrl, jobs: table, onError: () => {} })
  onTestFinished(() => jobs.stop())
  return jobs
}

test('jobs that wait for a silent server keep no other of their kind waiting while a place is free', async () => {
  const jobs = await openJobs()
  const seen: unknown[] = []
  const answered = Promise.withResolvers<void>()
  await jobs.work({
    call: async ({ to }) => {
      seen.push(to)
      if (to === 'silent') await answered.promise
    },
  })
  for (const count of [1, 2]) {
    await jobs.enqueue(db, 'call', { to: 'silent' })
    await expect.poll(() => seen, { timeout: 10_000 }).toHaveLength(count)
  }
  const others = Array.from({ length: 20 }, (_, to) => to)
  await jobs.enqueueMany(
    db,
    'call',
    others.map((to) => ({ data: { to } })),
  )
  // Without polling, each place looks for the next job when it has done one.
  await expect.poll(() => new Set(seen), { timeout: 10_000 }).toEqual(new Set(['silent', ...others]))
  answered.resolve()
}, 40_000)

test('jobs of one group that wait for a silent server leave places to others', async () => {
  const jobs = await openJobs()
  const seen: unknown[] = []
  const answered = Promise.withResolvers<void>()
  await jobs.work({
    share: async ({ to }) => {
      seen.push(to)
      if (to !== 'other') await answered.promise
    },
  })
  const silent = ['first', 'second', 'third', 'fourth']
  await jobs.enqueueMany(
    db,
    'share',
    silent.map((to) => ({ data: { to }, group: 'silent' })),
  )
  await expect.poll(() => seen, { timeout: 10_000 }).toHaveLength(2)
  await jobs.enqueueMany(db, 'share', [{ data: { to: 'other' }, group: 'others' }])
  await expect.poll(() => seen, { timeout: 10_000 }).toContain('other')
  expect(seen).toHaveLength(3)
  answered.resolve()
  await expect.poll(() => new Set(seen), { timeout: 10_000 }).toEqual(new Set([...silent, 'other']))
}, 40_000)

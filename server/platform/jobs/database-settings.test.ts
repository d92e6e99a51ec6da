import { expect, onTestFinished, test } from 'vitest'
import { cutJobs } from '#server/testing/cut-jobs.ts'
import { db, pool, testDatabaseUrl } from '#server/testing/testing.ts'
import { createJobs, migrateJobs } from './jobs.ts'

const table = { greet: { description: 'Is tested', retries: 3, retryDelay: 1, longestDelay: 1 } }
await migrateJobs(table)(testDatabaseUrl)

async function openWorker() {
  const [seen, errors]: [object[], Error[]] = [[], []]
  const jobs = createJobs({ url: testDatabaseUrl, jobs: table, onError: (error) => errors.push(error) })
  onTestFinished(() => jobs.stop())
  await jobs.work({ greet: async (data) => void seen.push(data) })
  return { jobs, seen, errors }
}

test('logs the reason for which no job can be fetched', async () => {
  const { errors } = await openWorker()
  const database = new URL(testDatabaseUrl).pathname.slice(1)
  onTestFinished(async () => {
    await pool.query(`begin read write; alter database ${database} reset default_transaction_read_only; commit`)
    await cutJobs()
  })
  await pool.query(`alter database ${database} set default_transaction_read_only = on`)
  await cutJobs()
  const failed = () => errors.filter(({ message }) => message.includes('in a read-only transaction'))
  await expect.poll(() => failed().length, { timeout: 15_000 }).toBeGreaterThan(3)
  for (const error of failed())
    expect(String(error)).toMatch(/^error: cannot execute [A-Z ]+ in a read-only transaction$/i)
})

test('processes share the queue of a database whose transactions are serializable by default', async () => {
  const database = new URL(testDatabaseUrl).pathname.slice(1)
  await pool.query(`alter database ${database} set default_transaction_isolation = 'serializable'`)
  onTestFinished(async () => void (await pool.query(`alter database ${database} reset all`)))
  const workers = await Promise.all(Array.from({ length: 4 }, () => openWorker()))
  const data = Array.from({ length: 200 }, (_, place) => ({ data: { place } }))
  await workers[0]?.jobs.enqueueMany(db, 'greet', data)
  const seen = () => workers.flatMap((worker) => worker.seen)
  await expect.poll(() => seen().length, { timeout: 15_000 }).toBe(data.length)
  expect(workers.flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual([])
})

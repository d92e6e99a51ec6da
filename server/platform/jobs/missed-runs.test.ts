import { expect, test } from 'vitest'
import { pool, testDatabaseUrl } from '#server/testing/testing.ts'
import { createJobs, migrateJobs } from './jobs.ts'

const nightly = { description: 'Is tested', retries: 0, retryDelay: 1, longestDelay: 1, cron: '30 1 * * *' }
const table = { careful: { ...nightly, catchesUp: true }, careless: nightly }

/** Starts a process that works both jobs. */
async function openWorker() {
  const seen: string[] = []
  const jobs = createJobs({ url: testDatabaseUrl, jobs: table, onError: () => {} })
  const note = (name: string) => async () => void seen.push(name)
  await jobs.work({ careful: note('careful'), careless: note('careless') })
  return { jobs, seen }
}

test('after a day without a server, the job that catches up runs once', async () => {
  await migrateJobs(table)(testDatabaseUrl)
  const before = await openWorker()
  await expect.poll(async () => (await pool.query('select cron_on from pgboss.version')).rows[0].cron_on).not.toBeNull()
  await before.jobs.stop()
  await pool.query(`update pgboss.version set cron_on = cron_on - interval '26 hours'`)
  await pool.query(
    `update pgboss.schedule set created_on = created_on - interval '2 days', updated_on = updated_on - interval '2 days'`,
  )
  const after = await openWorker()
  await expect.poll(() => after.seen, { timeout: 15_000 }).toEqual(['careful'])
  await after.jobs.stop()
}, 40_000)

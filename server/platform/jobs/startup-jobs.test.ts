import { expect, onTestFinished, test } from 'vitest'
import { testDatabaseUrl } from '#server/testing/testing.ts'
import { createJobs, migrateJobs } from './jobs.ts'

const table = {
  seal: { description: 'Is tested', retries: 1, retryDelay: 1, longestDelay: 1, atStart: true },
} as const
await migrateJobs(table)(testDatabaseUrl)

test('processes that start with another secret within a minute run the job of the start again, once', async () => {
  const runs: string[] = []
  const start = async (secret: string) => {
    const jobs = createJobs({ url: testDatabaseUrl, jobs: table, onError: () => {} })
    onTestFinished(() => jobs.stop())
    await jobs.work({ seal: async () => void runs.push(secret) }, { seal: secret })
    return jobs
  }
  const old = await start('old')
  await expect.poll(() => runs, { timeout: 10_000 }).toEqual(['old'])
  await old.stop()
  await Promise.all([start('new'), start('new')])
  await expect.poll(() => runs, { timeout: 10_000 }).toEqual(['old', 'new'])
})

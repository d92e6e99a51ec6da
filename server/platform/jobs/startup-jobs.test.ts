import { expect, onTestFinished, test } from 'vitest'
import { testDatabaseUrl } from '#server/testing/testing.ts'
import { createJobs, migrateJobs } from './jobs.ts'

const table = {
  seal: { description: 'Is tested', retries: 30, retryDelay: 1, longestDelay: 1, atStart: true },
} as const
await migrateJobs(table)(testDatabaseUrl)

test('a job of the start that another process takes is run again once that process has stopped', async () => {
  const runs: string[] = []
  const start = async (keyId: string) => {
    const jobs = createJobs({ url: testDatabaseUrl, jobs: table, onError: () => {} })
    onTestFinished(() => jobs.stop())
    const seal = async (data: Record<string, unknown>) => {
      if (data.keyId !== keyId) throw new Error('Another secret')
      runs.push(keyId)
    }
    await jobs.work({ seal }, { seal: { keyId } })
    return jobs
  }
  const old = await start('old')
  await expect.poll(() => runs, { timeout: 10_000 }).toEqual(['old'])
  const news = await Promise.all([start('new'), start('new')])
  await old.stop()
  await expect.poll(() => runs.at(-1), { timeout: 15_000 }).toBe('new')
  await start('old')
  await Promise.all(news.map((jobs) => jobs.stop()))
  await expect.poll(() => runs.at(-1), { timeout: 15_000 }).toBe('old')
})

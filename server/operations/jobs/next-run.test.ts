import { expect, test } from 'vitest'
import type { JobTable } from '#server/platform/jobs/job-rule.ts'
import { jobTable } from '#server/start/job-table.ts'
import { nextRun } from './next-run.ts'

const at = (time: string) => `2026-03-${time}:00.000Z`

test.each([
  ['* * * * *', '05T10:59', '05T11:00'],
  ['5 * * * *', '05T10:04', '05T10:05'],
  ['5 * * * *', '05T10:05', '05T11:05'],
  ['50 * * * *', '05T21:55', '05T22:50'],
  ['20 8-17 * * *', '05T15:19', '05T15:20'],
  ['20 8-17 * * *', '05T15:20', '06T06:20'],
  ['20 8-17 * * *', '05T04:00', '05T06:20'],
  ['0 3 * * *', '05T01:00', '06T01:00'],
  ['0 3 * * *', '05T00:59', '05T01:00'],
])('%s after %s UTC runs at %s UTC', (cron, now, next) => expect(nextRun({ cron }, at(now))).toBe(at(next)))

test.each([{}, { cron: '0 3 1 * *' }])('%o has no known next run', (rule) => expect(nextRun(rule)).toBeNull())

test('the next run of every job with a schedule is known', () => {
  const table: JobTable = jobTable
  const scheduled = Object.values(table).filter(({ cron }) => cron !== undefined)
  expect(scheduled.length).toBeGreaterThan(0)
  expect(scheduled.filter((rule) => nextRun(rule) === null)).toEqual([])
})

import { sql } from 'drizzle-orm'
import { billAllDue, billSubscription } from '#server/billing/renewal-run/run.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { readConfig } from '#server/platform/config.ts'
import { answerParent, reportReady } from './child-answers.ts'
import type { LoadResult } from './load.ts'

// Runs the portal's billing job continuously.
const { DATABASE_URL = '', BILLING = '' } = process.env
const { platform } = await openPlatform(readConfig({ LOG_LEVEL: 'silent' }), { databaseUrl: DATABASE_URL })

const due = await platform.db.execute<{ id: string }>(sql`
  select subscriptions.id from subscriptions inner join organizations on organizations.id = organization_id
  where name like 'Due %' order by subscriptions.id`)
const ids = due.rows.map(({ id }) => id)

async function billOne() {
  if (BILLING === 'nothing due') return billAllDue(platform)
  const id = ids.pop()
  if (!id) throw new Error('All renewals are issued. Insert more subscriptions.')
  return billSubscription(platform, id)
}

async function billFor(seconds: number): Promise<LoadResult> {
  const durations: number[] = []
  const started = performance.now()
  for (let now = started; now < started + seconds * 1000;) {
    await billOne()
    const doneAt = performance.now()
    durations.push((doneAt - now) * 1000)
    now = doneAt
  }
  const perSecond = durations.length / ((performance.now() - started) / 1000)
  const sorted = durations.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { answered: durations.length, perSecond, p50: percentile(0.5), p99: percentile(0.99) }
}

answerParent(({ seconds }: { seconds: number }) => billFor(seconds))
reportReady()

import { sql } from 'drizzle-orm'
import { billAllDue, billSubscription } from '#server/billing/renewal-run/run.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { readConfig } from '#server/platform/config.ts'
import { answerParent, reportReady } from './child-answers.ts'
import { repeat } from './repeat.ts'

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

answerParent(({ seconds }: { seconds: number }) => repeat(billOne, seconds))
reportReady()

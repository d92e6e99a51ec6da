import { readPlan } from '#server/database/migrate/plan/read-plan.ts'
import { readConfig } from '#server/platform/config.ts'
import { openAsOwner } from '#server/start/prepare-database.ts'
import { wordsOfPlan } from './plan-words.ts'
import { announceDatabase, runCommand, withDatabase } from './run-command.ts'

const usage = 'npm run migrate [-- --plan]'
const options = { plan: { type: 'boolean', default: false } } as const

await runCommand({ usage, options }, ({ plan }) =>
  plan ? describePlan() : withDatabase(async () => 'The database has the newest schema.'),
)

async function describePlan() {
  const config = readConfig()
  announceDatabase(config, config.migrationDatabaseUrl)
  const { url, stop } = await openAsOwner(config)
  try {
    return wordsOfPlan(await readPlan(url))
  } finally {
    await stop()
  }
}

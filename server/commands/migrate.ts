import type pg from 'pg'
import { connectOwner } from '#server/database/database.ts'
import { describeNewer } from '#server/database/migrate/compatibility.ts'
import { readMigrations } from '#server/database/migrate/migration-files.ts'
import { readPlan } from '#server/database/migrate/plan/read-plan.ts'
import { readConfig } from '#server/platform/config.ts'
import { openAsOwner } from '#server/start/prepare-database.ts'
import { wordsOfPlan } from './plan-words.ts'
import { announceDatabase, runCommand, withDatabase } from './run-command.ts'

const usage = 'npm run migrate [-- --plan]'
const options = { plan: { type: 'boolean', default: false } } as const

await runCommand({ usage, options }, ({ plan }) =>
  plan ? describePlan() : withDatabase(({ pool }) => describeSchema(pool)),
)

async function describeSchema(connection: pg.ClientBase | pg.Pool) {
  return (await describeNewer(connection, readMigrations())) ?? 'The database has the newest schema.'
}

async function describePlan() {
  const config = readConfig()
  announceDatabase(config, config.migrationDatabaseUrl)
  const { url, stop } = await openAsOwner(config)
  try {
    const pending = await readPlan(url)
    return pending.length > 0 ? wordsOfPlan(pending) : await describeSchemaAt(url)
  } finally {
    await stop()
  }
}

async function describeSchemaAt(url: string) {
  const client = await connectOwner(url, 'latchkey-migrate')
  return describeSchema(client).finally(() => client.end())
}

import { parseArgs } from 'node:util'
import { readPlan } from '#server/database/migrate/plan/read-plan.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { readConfig } from '#server/platform/config.ts'
import { openAsOwner } from '#server/start/prepare-database.ts'
import { wordsOfPlan } from './plan-words.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand(async () => {
  if (isPlan()) return plan()
  return withDatabase(async () => 'The database has the newest schema.')
})

function isPlan() {
  try {
    const { values } = parseArgs({ options: { plan: { type: 'boolean', default: false } } })
    return values.plan
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\nnpm run migrate [-- --plan]`)
  }
}

async function plan() {
  const { url, stop } = await openAsOwner(readConfig())
  try {
    return wordsOfPlan(await readPlan(url))
  } finally {
    await stop()
  }
}

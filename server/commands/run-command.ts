import path from 'node:path'
import type pg from 'pg'
import { openDatabase, openPool, type Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { waitForDatabase } from '#server/database/wait.ts'
import { jobTable } from '#server/jobs.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-database.ts'
import { HttpError } from '#server/platform/errors.ts'
import { migrateJobs } from '#server/platform/jobs.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/** Prints the sentence a command ends with. A refusal is a sentence too, and the exit code 1. */
export async function runCommand(command: () => Promise<string>) {
  try {
    console.log(await command())
  } catch (error) {
    console.error(error instanceof StartupError || error instanceof HttpError ? error.message : error)
    process.exitCode = 1
  }
}

type Context = { pool: pg.Pool; db: Database; config: Config }

/** Works on the configured database, brought to the newest schema first. */
export async function withDatabase<Result>(work: (context: Context) => Promise<Result>) {
  const config = readConfig()
  const { url, stop } = await reachDatabase(config)
  const pool = openPool({ url, max: 2 })
  try {
    return await work({ pool, db: openDatabase(pool), config })
  } finally {
    await pool.end()
    await stop()
  }
}

/** The one of DATABASE_URL, else the embedded one, which must not be in use by a running server. */
async function reachDatabase({ databaseUrl, migrationDatabaseUrl, databaseWaitSeconds, dataDirectory }: Config) {
  if (databaseUrl && migrationDatabaseUrl) {
    await waitForDatabase(migrationDatabaseUrl, databaseWaitSeconds)
    await migrate(migrationDatabaseUrl, migrateJobs(jobTable))
    return { url: databaseUrl, stop: async () => {} }
  }
  const embedded = await startEmbeddedDatabase({ directory: path.join(dataDirectory, 'database') })
  await migrate(embedded.url, migrateJobs(jobTable))
  return embedded
}

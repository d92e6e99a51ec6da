import type pg from 'pg'
import { openDatabase, openPool, type Database } from '#server/database/database.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { wordsOf } from '#server/platform/http/logging.ts'
import { prepareDatabase } from '#server/start/prepare-database.ts'

/** Prints the resulting sentence, or a refusal with exit code 1. */
export async function runCommand(command: () => Promise<string>) {
  try {
    console.log(await command())
  } catch (error) {
    console.error(wordsOf(error))
    process.exitCode = 1
  }
}

type Context = { pool: pg.Pool; db: Database; config: Config }

/** Migrates the configured database and runs `work`. A running server must not use the embedded one. */
export async function withDatabase<Result>(work: (context: Context) => Promise<Result>) {
  const config = readConfig()
  const { url, stop } = await prepareDatabase(config)
  const pool = openPool({ url, max: 2 })
  try {
    return await work({ pool, db: openDatabase(pool), config })
  } finally {
    await pool.end()
    await stop()
  }
}

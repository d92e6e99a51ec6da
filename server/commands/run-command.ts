import { existsSync } from 'node:fs'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type pg from 'pg'
import { openDatabase, openPool, type Database } from '#server/database/database.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { wordsOf } from '#server/platform/http/logging.ts'
import { embeddedFolder, prepareDatabase } from '#server/start/prepare-database.ts'

/** An argument is missing or wrong. */
export class UsageError extends StartupError {}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>['values']

const HELP = { help: { type: 'boolean', default: false } } as const

/**
 * Prints the sentence that `command` returns, or its refusal with exit code 1. `--help` only prints `usage`; arguments that `options` lacks are
 * refused.
 */
export async function runCommand<const Options extends ParseArgsOptionsConfig = {}>(
  { usage, options }: { usage: string; options?: Options },
  command: (values: Values<Options>) => Promise<string>,
) {
  try {
    const { help, ...values } = read({ ...options, ...HELP })
    console.log(help ? usage : await command(values as Values<Options>))
  } catch (error) {
    console.error(error instanceof UsageError ? `${error.message}\n${usage}` : wordsOf(error))
    process.exitCode = 1
  }
}

function read<const Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Without a URL, says which database a command is about. Throws if there is none: the keys or the backup of a new one would look
 * like those of the portal.
 */
export function announceDatabase(config: Config, url: string | undefined) {
  if (url) return
  const folder = embeddedFolder(config)
  if (!existsSync(folder)) throw new StartupError(`There is no database in ${folder}. Set DATABASE_URL, or DATA_DIR.`)
  console.error(`DATABASE_URL is not set. This is about the embedded database in ${folder}.`)
}

type Context = { pool: pg.Pool; db: Database; config: Config }

/** Migrates the configured database and runs `work`. A running server must not use the embedded one. */
export async function withDatabase<Result>(work: (context: Context) => Promise<Result>) {
  const config = readConfig()
  announceDatabase(config, config.databaseUrl)
  const { url, stop } = await prepareDatabase(config)
  const pool = openPool({ url, max: 2 })
  try {
    return await work({ pool, db: openDatabase(pool), config })
  } finally {
    await pool.end()
    await stop()
  }
}

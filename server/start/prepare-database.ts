import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { connectOnce } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { requireRights } from '#server/database/migrate/rights.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { FORBIDDEN } from '#server/database/violations.ts'
import type { Config } from '#server/platform/config.ts'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'
import { findRunningDatabase } from '#server/platform/embedded-postgres/running-database.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { jobTable } from './job-table.ts'

const steps = [migrateJobs(jobTable)]

export async function prepareDatabase(config: Config): Promise<EmbeddedDatabase> {
  const { databaseUrl, migrationDatabaseUrl = databaseUrl, databaseWaitSeconds } = config
  if (!databaseUrl || !migrationDatabaseUrl) return prepareEmbedded(config)
  await connected(migrationDatabaseUrl, databaseWaitSeconds, requireVersion)
  const serverUser = await connected(databaseUrl, databaseWaitSeconds, readUser)
  await migrate(migrationDatabaseUrl, { steps, serverUser, say })
  await connected(databaseUrl, databaseWaitSeconds, (client) => requireRights(client, serverUser))
  return { url: databaseUrl, stop: async () => {} }
}

async function prepareEmbedded(config: Config) {
  const embedded = await startEmbeddedDatabase({ directory: embeddedFolder(config) })
  await migrate(embedded.url, { steps })
  return embedded
}

/** Of the embedded database. */
export const embeddedFolder = ({ dataDirectory }: Config) => path.join(dataDirectory, 'database')

/** The database as its owner, as it is: for backups. The embedded one may be in use by a server. */
export async function openAsOwner(config: Config): Promise<EmbeddedDatabase> {
  const { migrationDatabaseUrl, databaseWaitSeconds } = config
  if (!migrationDatabaseUrl) {
    const url = await findRunningDatabase(embeddedFolder(config))
    return url ? { url, stop: async () => {} } : startEmbeddedDatabase({ directory: embeddedFolder(config) })
  }
  await connected(migrationDatabaseUrl, databaseWaitSeconds, requireVersion)
  return { url: migrationDatabaseUrl, stop: async () => {} }
}

/** Returns the options of `migrate` for a restored database. */
export async function schemaOf({ databaseUrl, databaseWaitSeconds = 0 }: Partial<Config>) {
  if (!databaseUrl) return { steps }
  return { steps, serverUser: await connected(databaseUrl, databaseWaitSeconds, readUser), say }
}

/** On stderr, apart from a command's result and the log. */
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)

/** Queried, because the user name in a pooler's URL may have a suffix. */
async function readUser(client: pg.Client) {
  const { rows } = await client.query<{ user: string }>('select current_user as user')
  return rows[0]?.user ?? ''
}

/** Errors that waiting does not solve: wrong password, missing role or database. */
const FINAL = new Set(['28P01', '28000', '3D000', FORBIDDEN])
const OLDEST = 150_000

/** Milliseconds to wait for a connection and for each statement. */
const PATIENCE = { connectionTimeoutMillis: 3000, query_timeout: 5000 }

/** Tries until the database answers. Throws one sentence if it refuses, is too old, or does not answer within `seconds`. */
async function connected<Result>(url: string, seconds: number, work: (client: pg.Client) => Promise<Result>) {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      return await attempt(url, work)
    } catch (error) {
      if (error instanceof StartupError) throw error
      const { code = '', message } = error as Error & { code?: string }
      if (FINAL.has(code) || Date.now() >= deadline)
        throw new StartupError(`The database at ${placeOf(url)} cannot be used: ${message || code}.`)
    }
    await delay(500)
  }
}

async function attempt<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = await connectOnce({ connectionString: url, application_name: 'latchkey-migrate', ...PATIENCE })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function requireVersion(client: pg.Client) {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  if (rows[0] && rows[0].version < OLDEST) throw new StartupError('Latchkey needs PostgreSQL 15 or newer.')
}

const placeOf = (url: string) => {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}

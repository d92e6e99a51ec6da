import path from 'node:path'
import pg from 'pg'
import { migrate } from '#server/database/migrate/migrate.ts'
import { requireRights } from '#server/database/migrate/rights.ts'
import { waitForDatabase } from '#server/database/wait.ts'
import type { Config } from '#server/platform/config.ts'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { jobTable } from './jobs.ts'

const steps = [migrateJobs(jobTable)]

/** The database of DATABASE_URL, else the embedded one, with the schema of this release and the rights that it takes. */
export async function prepareDatabase(config: Config): Promise<EmbeddedDatabase> {
  const { databaseUrl, migrationDatabaseUrl = databaseUrl, databaseWaitSeconds } = config
  if (!databaseUrl || !migrationDatabaseUrl) return prepareEmbedded(config)
  await waitForDatabase(migrationDatabaseUrl, databaseWaitSeconds)
  await waitForDatabase(databaseUrl, databaseWaitSeconds)
  const serverUser = await connected(databaseUrl, readUser)
  await migrate(migrationDatabaseUrl, { steps, serverUser, say })
  await connected(databaseUrl, (client) => requireRights(client, serverUser))
  return { url: databaseUrl, stop: async () => {} }
}

async function prepareEmbedded({ dataDirectory }: Config) {
  const embedded = await startEmbeddedDatabase({ directory: path.join(dataDirectory, 'database') })
  await migrate(embedded.url, { steps })
  return embedded
}

/** Beside the answer of a command, and beside the log. */
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)

/** Asked for and not read from the address: a pooler may want the user's name with something behind it. */
async function readUser(client: pg.Client) {
  const { rows } = await client.query<{ user: string }>('select current_user as user')
  return rows[0]?.user ?? ''
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url, application_name: 'latchkey-migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number that no other program takes as its advisory lock in this database. */
const LOCK = 7_205_318

/** Brings the schema forward. Several starters at once queue for the lock; the later ones find nothing left to do. */
export async function migrate(url: string, ...steps: ((url: string) => Promise<void>)[]) {
  const client = new pg.Client({ connectionString: url, application_name: 'latchkey-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await applyMigrations(drizzle(client, { casing: 'snake_case' }), { migrationsFolder })
    for (const step of steps) await step(url)
  } finally {
    await client.end()
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { seedLoad } from '#demo/load/load.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { jobTable } from '#server/start/jobs.ts'
import type { Options } from './options.ts'

export type World = { url: string; db: Database; folder: string }

type Size = Pick<Options, 'licenses' | 'invoices' | 'tickets' | 'documents'>

/** The list of licenses is measured with this many rows. */
const LICENSES_EACH = 100

/** A PostgreSQL of its own, as durable as the portal's, with so many of everything in it. `close` leaves nothing behind. */
export async function openWorld(size: Size) {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-bench-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  const server = await startEmbeddedDatabase({ directory: path.join(folder, 'database') }).catch(async (error) => {
    await removeFolder()
    throw error
  })
  const pool = new pg.Pool({ connectionString: server.url, max: 4 })
  // A broken connection fails the query that needs it; an idle one is nobody's loss.
  pool.on('error', () => {})
  const close = async () => {
    await pool.end()
    await server.stop()
    await removeFolder()
  }
  try {
    const db = openDatabase(pool)
    await migrate(server.url, { steps: [migrateJobs(jobTable)] })
    await seedLoad(db, { ...size, organizations: Math.ceil(size.licenses / LICENSES_EACH) })
    // What autovacuum would have done by the time a portal has grown this large.
    await pool.query('vacuum analyze')
    return { url: server.url, db, folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

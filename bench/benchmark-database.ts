import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { seedLoad } from '#demo/load/load.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { planHours } from '#server/support/public.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { jobTable } from '#server/start/job-table.ts'
import type { Options } from './options.ts'

export type BenchmarkDatabase = { url: string; db: Database; folder: string }

type Size = Pick<Options, 'licenses' | 'invoices' | 'tickets' | 'documents'>

/** Number of rows in the license-list benchmark. */
const LICENSES_EACH = 100

/** Starts a PostgreSQL with example data, as durable as the portal's. `undo` gets what deletes it, also while it is being filled. */
export async function openBenchmarkDatabase(size: Size, undo: (() => Promise<unknown>)[]): Promise<BenchmarkDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-bench-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const starting = startEmbeddedDatabase({ directory: path.join(folder, 'database') })
  undo.push(() => starting.then((server) => server.stop()))
  const { url } = await starting
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // Without listeners, a broken connection would end the process.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const db = openDatabase(pool)
  await migrate(url, { steps: [migrateJobs(jobTable)] })
  await seedLoad(db, { ...size, organizations: Math.ceil(size.licenses / LICENSES_EACH) })
  await planHours(db)
  // A portal of this size would have been vacuumed by now.
  await pool.query('vacuum analyze')
  return { url, db, folder }
}

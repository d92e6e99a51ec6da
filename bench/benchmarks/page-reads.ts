import { sql } from 'drizzle-orm'
import { type Database, only } from '#server/database/database.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { factsStatement } from '#server/licensing/devices/decision/queries.ts'

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
type ExplainRow = { 'QUERY PLAN': [{ Plan: Plan }] }

const LOOKUPS = 100

/** Returns how many 8 kB pages PostgreSQL reads for one license, cached or not. Grows only with the height of the indexes. */
export const pageReads = (db: Database) =>
  db.transaction(async (tx) => {
    const keys = await tx
      .select({ hash: licenses.keyHash })
      .from(licenses)
      .orderBy(sql`random()`)
      .limit(LOOKUPS)
    const hashes = sql.join(
      keys.map(({ hash }) => sql.raw(`'\\x${hash.toString('hex')}'::bytea`)),
      sql`, `,
    )
    // The plan of the portal's prepared statement.
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
    await tx.execute(sql.raw(`prepare page_reads (bytea[]) as ${factsStatement('key')}`))
    const explain = sql`explain (analyze, buffers, format json) execute page_reads (array[${hashes}])`
    // The first run also reads the catalog.
    await tx.execute(explain)
    const { Plan } = only((await tx.execute<ExplainRow>(explain)).rows)['QUERY PLAN'][0]
    await tx.execute(sql`deallocate page_reads`)
    return (Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']) / keys.length
  })

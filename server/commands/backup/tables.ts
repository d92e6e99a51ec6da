import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** Names are quoted where SQL needs it. `only`: a condition on its rows. */
export type Table = { name: string; columns: string[]; only?: string }

/** Work that has not been done. Finished jobs are only shown. */
const JOBS = { name: 'pgboss.job', only: `state in ('created', 'retry', 'active')` }

/** All tables of the portal, and the waiting jobs. Computed columns are computed again. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select quote_ident(nspname) || '.' || quote_ident(relname) as name, array_agg(quote_ident(attname) order by attnum) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
     where (nspname = 'public' or (nspname = 'pgboss' and relname = 'job')) and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by 1 order by 1`,
  )
  return rows.map((table) => (table.name === JOBS.name ? { ...table, only: JOBS.only } : table))
}

/** The rows as text of PostgreSQL's COPY, which every version reads. */
export const readTable = (client: pg.ClientBase, { name, columns, only }: Table) =>
  client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}${only ? ` where ${only}` : ''}) to stdout`))

/** Returns the number of rows. */
export async function fillTable(client: pg.ClientBase, { name, columns }: Table, chunks: AsyncIterable<Buffer>) {
  const stream = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  await pipeline(chunks, stream)
  return stream.rowCount
}

type Sequence = { name: string; value: string }

export async function listSequences(client: pg.ClientBase) {
  const { rows } = await client.query<Sequence>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  return rows
}

export const setSequence = (client: pg.ClientBase, { name, value }: Sequence) =>
  client.query('select setval($1, $2)', [name, value])

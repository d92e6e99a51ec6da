import { createHash } from 'node:crypto'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** A connection or a transaction: a query does not care which. */
export type Database = PgDatabase<NodePgQueryResultHKT>

type PoolOptions = { url: string; max?: number; onError?: (error: Error) => void }

/** Milliseconds. Nothing the portal asks takes long; what does is stuck. */
const LIMITS = { statement_timeout: 5000, lock_timeout: 3000, idle_in_transaction_session_timeout: 10_000 }

/** A bounded pool. An idle connection that breaks is replaced, never fatal. */
export function openPool({ url, max = 20, onError = () => {} }: PoolOptions) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'latchkey',
    connectionTimeoutMillis: 5000,
    query_timeout: 8000,
    keepAlive: true,
    ...LIMITS,
  })
  pool.on('error', onError)
  // One that breaks in use has told whoever asks it; without a listener it would end the process, too.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const openDatabase = (pool: pg.Pool): Database => drizzle(pool, { casing: 'snake_case' })

type Preparable<Result> = { toSQL(): { sql: string }; prepare(name: string): { execute(): Promise<Result> } }

/** Runs a query that is asked often as a named statement: PostgreSQL parses and plans each shape of it once a connection. */
export function named<Result>(query: Preparable<Result>): Promise<Result> {
  const name = createHash('sha256').update(query.toSQL().sql).digest('base64url')
  return query.prepare(name).execute()
}

/** The first row, if there is one. */
export const first = <Row>([row]: Row[]): Row | undefined => row

/** The row a write always returns. */
export function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('A write that returns its row returned none')
  return row
}

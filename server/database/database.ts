import { createHash } from 'node:crypto'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { ReadingSession } from './reading.ts'

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

export function openDatabase(pool: pg.Pool): Database {
  const dialect = new PgDialect({ casing: 'snake_case' })
  return new PgDatabase(dialect, new ReadingSession(pool, dialect, undefined), undefined)
}

type Statement<Result> = { execute(values?: Record<string, unknown>): Promise<Result> }
export type Preparable<Result> = { toSQL(): { sql: string }; prepare(name: string): Statement<Result> }

/** The same for the same SQL, whatever its values are. */
export const nameOf = (query: Preparable<unknown>) => createHash('sha256').update(query.toSQL().sql).digest('base64url')

/** Runs a query of many shapes as a named statement: PostgreSQL parses and plans each of them once a connection. */
export const named = <Result>(query: Preparable<Result>): Promise<Result> => query.prepare(nameOf(query)).execute()

/** The first row, if there is one. */
export const first = <Row>([row]: Row[]): Row | undefined => row

/** The row a write always returns. */
export function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('A write that returns its row returned none')
  return row
}

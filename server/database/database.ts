import { createHash } from 'node:crypto'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { PoolSession } from './transactions/session.ts'
import { dialect } from './transactions/transaction.ts'

/** A connection or a transaction: a query does not care which. */
export type Database = PgDatabase<NodePgQueryResultHKT>

/** Milliseconds that a connection, a statement and, outside of transactions, a lock are waited for. */
export type Patience = { wait: number; lock: number; statement: number }

type PoolOptions = { url: string; max: number; onError?: (error: Error) => void; patience?: Patience }

/** Nothing the portal asks takes long; what does is stuck. */
const PATIENCE: Patience = { wait: 5000, lock: 1000, statement: 5000 }

/** Milliseconds for which a transaction may ask nothing, and more than a statement may take, for a database that does not say so. */
const IDLE = 10_000
const SILENCE = 1000

/** A bounded pool. An idle connection that breaks is replaced, never fatal. */
export function openPool({ url, max, onError = () => {}, patience = PATIENCE }: PoolOptions) {
  const { wait, lock, statement } = patience
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'latchkey',
    connectionTimeoutMillis: wait,
    lock_timeout: lock,
    statement_timeout: statement,
    query_timeout: statement + SILENCE,
    idle_in_transaction_session_timeout: IDLE,
    keepAlive: true,
  })
  pool.on('error', onError)
  // One that breaks in use has told whoever asks it; without a listener it would end the process, too.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const openDatabase = (pool: pg.Pool): Database =>
  new PgDatabase(dialect, new PoolSession(pool, dialect), undefined)

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

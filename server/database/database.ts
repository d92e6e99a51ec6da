import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { ReplicaSession } from './transactions/replica.ts'
import { PoolSession } from './transactions/session.ts'
import { dialect } from './transactions/transaction.ts'

/** A connection or a transaction. */
export type Database = PgDatabase<NodePgQueryResultHKT>

/** Milliseconds to wait for a connection, a statement, and a lock outside of transactions. */
export type Patience = { wait: number; lock: number; statement: number }

type PoolOptions = {
  url: string
  max: number
  onError?: (error: Error) => void
  patience?: Patience
  /** For statements that find few rows by a key: one plan for all values, because planning takes longer than running them. */
  keepsPlans?: boolean
}

/** The portal's queries are short; longer ones are stuck. */
const PATIENCE: Patience = { wait: 5000, lock: 1000, statement: 5000 }

/** Milliseconds: limit for an idle transaction, and for a silent database beyond the statement limit. */
const IDLE = 10_000
const SILENCE = 1000

/**
 * For each connection, whatever the database is set to: times are ISO 8601, a day of UTC has 24 hours, and locks decide who comes first.
 * A transaction, because a replica that is set to serializable ones refuses the rest.
 */
export const SESSION_SETTINGS = `start transaction isolation level read committed;
  set default_transaction_isolation = 'read committed'; set idle_session_timeout = 0;
  set datestyle = 'ISO, MDY'; set timezone = 'UTC'; set intervalstyle = 'postgres';
  select set_config('search_path', 'public', false) where 'public' <> all (current_schemas(false)); commit`

/** Work on whole tables may take as long as it needs. PostgreSQL has transaction_timeout from 17 on. */
const UNLIMITED = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  select set_config('transaction_timeout', '0', false) where current_setting('transaction_timeout', true) is not null`

export const OWNER_SETTINGS = `${SESSION_SETTINGS}; set search_path = public; ${UNLIMITED}`

/** Connects for one work. The statement at which the connection breaks fails, and those after it. */
export async function connectOnce(options: pg.ClientConfig) {
  const socket = new Socket()
  const client = new pg.Client({ ...options, stream: () => socket })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    socket.destroy()
    throw error
  })
  return client
}

/** Milliseconds. */
const CONNECTING = 10_000

/** For long work as the owner of the tables. */
export async function connectOwner(url: string, application_name: string) {
  const client = await connectOnce({ connectionString: url, application_name, connectionTimeoutMillis: CONNECTING })
  await client.query(OWNER_SETTINGS).catch(async (error: unknown) => {
    await client.end()
    throw error
  })
  return client
}

/** Compiling a report's expressions takes PostgreSQL longer than running them. */
const NO_JIT = 'set jit = off'
const KEEP_PLANS = 'set plan_cache_mode = force_generic_plan'

/** A bounded pool. A broken idle connection is replaced. */
export function openPool({ url, max, onError = () => {}, patience = PATIENCE, keepsPlans = false }: PoolOptions) {
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
    pipeline: true,
    onConnect: async (client) =>
      void (await client.query([SESSION_SETTINGS, NO_JIT, ...(keepsPlans ? [KEEP_PLANS] : [])].join('; '))),
  })
  pool.on('error', (error) => onError(error))
  // A connection that breaks in use has reported it; without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const openDatabase = (pool: pg.Pool): Database =>
  new PgDatabase(dialect, new PoolSession(pool, dialect), undefined)

/** Reads what tolerates the detour over a replica. It must not be used to decide or to write. */
export const openReplica = (pools: { primary: pg.Pool; replica: pg.Pool; onError: (error: Error) => void }): Database =>
  new PgDatabase(dialect, new ReplicaSession(pools), undefined)

type Statement<Result> = { execute(values?: Record<string, unknown>): Promise<Result> }
export type Preparable<Result> = { toSQL(): { sql: string }; prepare(name: string): Statement<Result> }

/** The same name for the same SQL, whatever its values. */
export const nameOf = (query: Preparable<unknown>) => statementName(query.toSQL())

export const statementName = ({ sql }: { sql: string }) => createHash('sha256').update(sql).digest('base64url')

/** Runs a query as a named statement, which PostgreSQL parses and plans once per connection. */
export const named = <Result>(query: Preparable<Result>): Promise<Result> => query.prepare(nameOf(query)).execute()

export const first = <Row>([row]: Row[]): Row | undefined => row

export function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('A statement that always returns a row returned none')
  return row
}

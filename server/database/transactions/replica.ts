import { setTimeout as delay } from 'node:timers/promises'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { hasCode, isAway } from '#server/database/violations.ts'
import { ReadingSession } from './reading.ts'
import { PoolSession } from './session.ts'
import { dialect } from './transaction.ts'
import type { Transaction } from './work.ts'

type Options = { primary: pg.Pool; replica: pg.Pool; onError: (error: Error) => void }

/** Milliseconds: to wait for the replica's replay, between two looks at it, and without it after a failure. */
const REPLAY = 300
const LOOK_AGAIN = 10
const REST = 5000

/** Reads on the replica, as soon as it has replayed everything that was committed before, and otherwise on the primary. */
export class ReplicaSession extends ReadingSession {
  #read: ReturnType<typeof createReader>
  constructor(options: Options) {
    const read = createReader(options)
    const query = (...asked: unknown[]) =>
      read((pool) => {
        const ask: (...query: unknown[]) => Promise<unknown> = pool.query.bind(pool)
        return ask(...asked)
      })
    super(Object.create(options.primary, { query: { value: query } }), dialect, undefined)
    this.#read = read
  }

  /** For reading only: `run` runs again on the primary if the replica fails. */
  override transaction<Result>(run: (tx: Transaction) => Promise<Result>, config?: PgTransactionConfig) {
    return this.#read((pool) => new PoolSession(pool, dialect).transaction(run, config))
  }
}

function createReader({ primary, replica, onError }: Options) {
  let restsUntil = 0
  const rest = (error: unknown) => {
    restsUntil = performance.now() + REST
    onError(new Error('The replica cannot be read, so the primary is', { cause: error }))
  }
  const isCurrent = () => {
    if (performance.now() < restsUntil) return false
    return hasReplayed(primary, replica).catch((error: unknown) => {
      rest(error)
      return false
    })
  }
  return async <Result>(ask: (pool: pg.Pool) => Promise<Result>): Promise<Result> => {
    if (!(await isCurrent())) return ask(primary)
    try {
      return await ask(replica)
    } catch (error) {
      if (!isOfReplica(error)) throw error
      rest(error)
      return ask(primary)
    }
  }
}

/** A commit is acknowledged when it is flushed. Later records may wait half a second for that. */
async function hasReplayed(primary: pg.Pool, replica: pg.Pool) {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_flush_lsn() as position')
  const deadline = performance.now() + REPLAY
  do {
    const { rows: answers } = await replica.query<{ hasReplayed: boolean | null }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasReplayed"',
      [rows[0]?.position],
    )
    if (answers[0]?.hasReplayed) return true
    await delay(LOOK_AGAIN)
  } while (performance.now() < deadline)
  return false
}

/** A replica cancels queries that conflict with replay. */
const CONFLICT = '40001'

const isOfReplica = (error: unknown) => hasCode(error, CONFLICT) || isAway(error)

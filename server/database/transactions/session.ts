import type { PgDialect, PgTransactionConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { askOnLine, onOneLine } from './line.ts'
import { ReadingSession } from './reading.ts'
import { openTransaction } from './transaction.ts'
import { currentWork, type Transaction } from './work.ts'

/** Queries on a pool, or within the shared transaction of a request's writes. */
export class PoolSession extends ReadingSession {
  #pool: pg.Pool
  constructor(pool: pg.Pool, dialect: PgDialect) {
    super(withSharedTransaction(pool), dialect, undefined)
    this.#pool = pool
  }

  /** See `together`. */
  together<Result>(read: () => Promise<Result>): Promise<Result> {
    return currentWork()?.shared?.client || askOnLine() ? read() : onOneLine(this.#pool, read)
  }

  override async transaction<Result>(run: (tx: Transaction) => Promise<Result>, config?: PgTransactionConfig) {
    if (askOnLine()) throw new Error('A transaction within `together` would wait for a second connection')
    const shared = currentWork()?.shared
    if (shared) return shared.transaction(run)
    const { tx, commit, rollback } = await openTransaction(this.#pool)
    try {
      if (config) await tx.setTransaction(config)
      const result = await run(tx)
      await commit()
      return result
    } catch (error) {
      await rollback()
      throw error
    }
  }
}

/** A pool whose plain queries see what their request has written. */
const withSharedTransaction = (pool: pg.Pool): pg.Pool =>
  Object.create(pool, {
    query: {
      value: (...query: unknown[]): unknown => {
        const client = currentWork()?.shared?.client
        const ask = client ? undefined : askOnLine()
        return ask ? ask(...query) : Reflect.apply((client ?? pool).query, client ?? pool, query)
      },
    },
  })

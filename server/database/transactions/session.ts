import type { PgDialect, PgTransactionConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { ReadingSession } from './reading.ts'
import { openTransaction } from './transaction.ts'
import { currentWork, type Transaction } from './work.ts'

/** Asks on the connections of a pool; in a request whose writes share one transaction, within that transaction. */
export class PoolSession extends ReadingSession {
  #pool: pg.Pool
  constructor(pool: pg.Pool, dialect: PgDialect) {
    super(withSharedTransaction(pool), dialect, undefined)
    this.#pool = pool
  }

  override async transaction<Result>(run: (tx: Transaction) => Promise<Result>, config?: PgTransactionConfig) {
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

/** The pool, for plain queries: those of a request that has begun to write see what it wrote. */
const withSharedTransaction = (pool: pg.Pool): pg.Pool =>
  Object.create(pool, {
    query: {
      value: (...query: unknown[]): unknown => {
        const client = currentWork()?.shared?.client ?? pool
        return Reflect.apply(client.query, client, query)
      },
    },
  })

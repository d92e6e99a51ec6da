import type { Database } from '#server/database/database.ts'
import { PoolSession } from '#server/database/transactions/session.ts'

/**
 * For short statements that one answer needs: those that `read` starts at once share a connection and a write, which costs less than half.
 * They run one after the other, so start long ones without it. `read` must not start a transaction.
 */
export function together<Result>(db: Database, read: () => Promise<Result>): Promise<Result> {
  const { session } = db._
  return session instanceof PoolSession ? session.together(read) : read()
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { NodePgTransaction } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

export type Schema = Record<string, never>
export type Transaction = NodePgTransaction<Schema, Schema>

/** One transaction for everything that a request writes. Its transactions one after another or within each other, never side by side. */
export type SharedTransaction = {
  /** The connection, once something has been written. */
  client: pg.PoolClient | undefined
  transaction: <Result>(run: (tx: Transaction) => Promise<Result>) => Promise<Result>
}

/** What a request does in the database. */
export type Work = {
  /** Set once the request has been answered because its time was over: nothing of it may still be committed. */
  refusal: Error | undefined
  /** Cuts the connections on which its transactions are open. */
  cuts: Set<() => void>
  shared: SharedTransaction | undefined
}

const works = new AsyncLocalStorage<Work | undefined>()

export const newWork = (): Work => ({ refusal: undefined, cuts: new Set(), shared: undefined })

export const currentWork = () => works.getStore()

export const runWork = <Result>(work: Work, run: () => Result) => works.run(work, run)

/** Does what many requests wait for together, so that it belongs to none of them. */
export const outsideOfWork = <Result>(run: () => Result) => works.run(undefined, run)

/** Its transactions end undone, and no other begins: whoever wants one is told why. */
export function endWork(work: Work, refusal: Error) {
  work.refusal = refusal
  for (const cut of work.cuts) cut()
}

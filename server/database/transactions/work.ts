import { AsyncLocalStorage } from 'node:async_hooks'
import type { NodePgTransaction } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

export type Schema = Record<string, never>
export type Transaction = NodePgTransaction<Schema, Schema>

export type SharedTransaction = {
  client: pg.PoolClient | undefined
  transaction: <Result>(run: (tx: Transaction) => Promise<Result>) => Promise<Result>
}

export type Work = {
  /** Set after the request timed out: nothing may be committed anymore. */
  refusal: Error | undefined
  /** Closes the connections of open transactions. */
  cuts: Set<() => void>
  shared: SharedTransaction | undefined
}

const works = new AsyncLocalStorage<Work | undefined>()

export const newWork = (): Work => ({ refusal: undefined, cuts: new Set(), shared: undefined })

export const currentWork = () => works.getStore()

export const runWork = <Result>(work: Work, run: () => Result) => works.run(work, run)

/** Runs work shared by several requests outside of any of them. */
export const outsideOfWork = <Result>(run: () => Result) => works.run(undefined, run)

/** Rolls back its transactions and refuses new ones with the reason. */
export function endWork(work: Work, refusal: Error) {
  work.refusal = refusal
  for (const cut of work.cuts) cut()
}

import { sql, type SQL } from 'drizzle-orm'
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { currentWork, type Schema, type SharedTransaction, type Transaction } from './work.ts'

type OpenTransaction = Awaited<ReturnType<typeof openTransaction>>

/** Milliseconds to wait for a rollback or the commit of an answer. */
const ENDING = 1500

/** Limits waiting for rows that others write. Reads may wait longer for a locked table. */
const BEGIN = sql`begin; set local lock_timeout = 3000`

export const dialect = new PgDialect({ casing: 'snake_case' })

/** Starts a transaction on its own connection, which is released at its end or when the request's time is over. */
export async function openTransaction(pool: pg.Pool) {
  const { client, release, cut } = await takeConnection(pool)
  const tx: Transaction = new NodePgTransaction(
    dialect,
    new NodePgSession<Schema, Schema>(client, dialect, undefined),
    undefined,
  )
  const attempt = async (statement: SQL) => {
    try {
      return await tx.execute(statement)
    } catch (error) {
      cut()
      throw error
    }
  }
  await attempt(BEGIN)
  return {
    client,
    tx,
    cut,
    commit: async () => {
      const { command } = await attempt(sql`commit`)
      if (command === 'COMMIT') return release()
      cut()
      throw new Error('A statement of this transaction failed, so it was rolled back')
    },
    /** Never throws. Closes a broken or silent connection. */
    rollback: async () => {
      const timer = setTimeout(cut, ENDING)
      await attempt(sql`rollback`).then(release, () => undefined)
      clearTimeout(timer)
    },
  }
}

async function takeConnection(pool: pg.Pool) {
  const work = currentWork()
  const client = await pool.connect()
  let isTaken = true
  const giveBack = (isBroken: boolean) => {
    if (isTaken) client.release(isBroken)
    isTaken = false
    work?.cuts.delete(cut)
  }
  const release = () => giveBack(false)
  const cut = () => giveBack(true)
  work?.cuts.add(cut)
  if (work?.refusal) {
    release()
    throw work.refusal
  }
  return { client: cutWhenSilent(client, cut), release, cut }
}

/** After a timeout, further queries on the connection would wait behind the unanswered one. */
function cutWhenSilent(client: pg.PoolClient, cut: () => void): pg.PoolClient {
  const ask: (...query: unknown[]) => Promise<unknown> = client.query.bind(client)
  const value = (...query: unknown[]) =>
    ask(...query).catch((error: unknown) => {
      if (error instanceof Error && error.message === 'Query read timeout') cut()
      throw error
    })
  return Object.create(client, { query: { value } })
}

/** Opened by the first write and ended by `commit` or `rollback`. `onOpen` runs first, and its errors reach the writer. */
export function shareTransaction(pool: pg.Pool, onOpen: (tx: Transaction) => Promise<void>) {
  let opening: Promise<OpenTransaction> | undefined
  let opened: OpenTransaction | undefined

  const open = () =>
    (opening ??= openTransaction(pool).then(async (transaction) => {
      opened = transaction
      await onOpen(transaction.tx)
      return transaction
    }))
  const shared: SharedTransaction = {
    get client() {
      return opened?.client
    },
    transaction: async (run) => (await open()).tx.transaction(run),
  }
  return {
    shared,
    /** Commits together with what `last` writes. */
    commit: async (last: (tx: Transaction) => Promise<unknown>) => {
      const { tx, cut, commit } = await open()
      const timer = setTimeout(cut, ENDING)
      try {
        await last(tx)
        await commit()
      } finally {
        clearTimeout(timer)
      }
    },
    rollback: async () => opened?.rollback(),
    cut: () => opened?.cut(),
  }
}

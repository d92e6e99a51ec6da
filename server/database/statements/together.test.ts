import { sql } from 'drizzle-orm'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, openPool, type Database } from '#server/database/database.ts'
import { shareTransaction } from '#server/database/transactions/transaction.ts'
import { newWork, runWork } from '#server/database/transactions/work.ts'
import { testDatabaseUrl } from '#server/testing/testing.ts'
import { together } from './together.ts'

function ownPool(max: number) {
  const pool = openPool({ url: testDatabaseUrl, max })
  onTestFinished(() => pool.end())
  return { pool, db: openDatabase(pool) }
}

const backend = sql`select pg_backend_pid() as pid`

const backendOf = async (db: Database) => (await db.execute<{ pid: number }>(backend)).rows[0]?.pid

const threeBackends = async (db: Database) =>
  new Set(await Promise.all([backendOf(db), backendOf(db), backendOf(db)])).size

test('statements started together share a connection, others do not', async () => {
  const { db } = ownPool(3)
  expect(await threeBackends(db)).toBe(3)
  expect(await together(db, () => threeBackends(db))).toBe(1)
  const both = await together(db, () => Promise.all([together(db, () => backendOf(db)), backendOf(db)]))
  expect(new Set(both).size, 'within each other').toBe(1)
})

test('they are sent before the first is answered', async () => {
  const { pool, db } = ownPool(2)
  const [lock, long] = [771_001, sql.raw(`'${'x'.repeat(10_000)}'`)]
  let answers = 0
  const { both } = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
    const lent = new Promise<pg.PoolClient>((resolve) => void pool.once('acquire', resolve))
    const waits = sql`with waiting as materialized (select pg_advisory_xact_lock_shared(${lock})) select from waiting`
    const both = together(db, () =>
      Promise.all([db.execute(waits).then(() => (answers += 1)), db.execute(sql`select ${long} as value`)]),
    )
    const { stream } = (await lent).connection
    await expect.poll(() => stream.writableLength === 0 && writtenTo(stream) > 10_000).toBe(true)
    expect(answers).toBe(0)
    return { both }
  })
  expect(await both).toHaveLength(2)
})

const writtenTo = (stream: Duplex) => (stream instanceof Socket ? stream.bytesWritten : 0)

test('an error of the caller keeps the connection, after a failed statement the others need not be waited for', async () => {
  const { db } = ownPool(1)
  const before = await backendOf(db)
  const refusal = together(db, async () => {
    await backendOf(db)
    throw new Error('Not found')
  })
  await expect(refusal).rejects.toThrow('Not found')
  expect(await backendOf(db)).toBe(before)
  const failing = together(db, () => Promise.all([db.execute(sql`select 1 / 0`), db.execute(sql`select pg_sleep(30)`)]))
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
  expect(await backendOf(db), 'that one may still be sleeping').not.toBe(before)
})

test('a statement after the end asks the pool', async () => {
  const { pool, db } = ownPool(1)
  const started = Promise.withResolvers<void>()
  let late: Promise<unknown> | undefined
  await together(db, async () => {
    late = started.promise.then(() => backendOf(db))
    await backendOf(db)
  })
  expect(pool.idleCount).toBe(1)
  started.resolve()
  expect(await late).toEqual(expect.any(Number))
  expect(pool.idleCount).toBe(1)
})

test('after a write of the request they see what it has written', async () => {
  const { pool, db } = ownPool(2)
  const { shared, commit } = shareTransaction(pool, async () => {})
  const seen = await runWork({ ...newWork(), shared }, async () => {
    await db.transaction(
      async (tx) => void (await tx.execute(sql`create temporary table own on commit drop as select 7 as value`)),
    )
    const read = async () => (await db.execute<{ value: number }>(sql`select value from own`)).rows[0]?.value
    const both = await together(db, () => Promise.all([read(), read()]))
    await commit(async () => {})
    return both
  })
  expect(seen).toEqual([7, 7])
})

test('a transaction within is refused, because it would wait for a second connection', async () => {
  const { db } = ownPool(1)
  const within = together(db, () => db.transaction(backendOf))
  await expect(within).rejects.toThrow('within `together`')
})

import { eq, gt, isNull, or, sql } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { signingKeys } from '#server/database/schema/licensing/signing-keys.ts'

export type NewKey = typeof signingKeys.$inferInsert

const isLive = sql`${signingKeys.status} <> 'retired'`

export const countLiveKeys = (db: Database) => db.$count(signingKeys, isLive)

export const selectLiveKeys = (db: Database) => db.select().from(signingKeys).where(isLive)

/** One statement: a concurrent process waits and then inserts nothing. */
export const addMissingKeys = (db: Database, keys: NewKey[]) =>
  db.insert(signingKeys).values(keys).onConflictDoNothing()

export const selectCurrentKey = (db: Database) =>
  db.select().from(signingKeys).where(eq(signingKeys.status, 'current')).then(only)

/** All keys that may verify a file, the current one first. */
export const selectTrustedKeys = (db: Database) =>
  db
    .select({
      kid: signingKeys.kid,
      publicKey: signingKeys.publicKey,
      status: signingKeys.status,
      notAfter: signingKeys.notAfter,
    })
    .from(signingKeys)
    .where(or(isNull(signingKeys.notAfter), gt(signingKeys.notAfter, sql`now()`)))
    .orderBy(signingKeys.status, signingKeys.createdAt, signingKeys.kid)

export const lockKeys = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('signing-keys'))`)

export const insertKey = (tx: Database, key: NewKey) => tx.insert(signingKeys).values(key).returning().then(only)

/** Deletes the private half of the current key. Its public half stays while files may be valid. */
export const retireKey = (tx: Database, days: number) =>
  move(tx, 'current', {
    status: 'retired',
    privateKey: null,
    notAfter: sql`now() + make_interval(days => ${days})`,
  })

export const promoteKey = (tx: Database) => move(tx, 'next', { status: 'current' })

/** Applications trust the next key already, but none that is new. Does nothing if there is a current key. */
export const replaceLostKey = (db: Database) =>
  db
    .update(signingKeys)
    .set({ status: 'current' })
    .where(
      sql`${signingKeys.status} = 'next' and not exists (select from ${signingKeys} one where one.status = 'current')`,
    )

type Move = { status: 'retired' | 'current'; privateKey?: null; notAfter?: ReturnType<typeof sql> }

const move = (tx: Database, from: 'current' | 'next', changes: Move) =>
  tx.update(signingKeys).set(changes).where(eq(signingKeys.status, from)).returning().then(only)

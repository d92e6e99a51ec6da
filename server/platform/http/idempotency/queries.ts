import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { idempotencyKeys } from '#server/database/schema/platform.ts'

export type Entry = Pick<typeof idempotencyKeys.$inferInsert, 'userId' | 'key' | 'requestHash'>
export type StoredAnswer = NonNullable<Awaited<ReturnType<typeof findStored>>>

/** A transaction lock, which also ends with a crash. */
export async function tryLock(tx: Database, { userId, key }: Entry) {
  const name = sql`hashtextextended(${`${userId} ${key}`}, 0)`
  const { rows } = await tx.execute<{ isFirst: boolean }>(sql`select pg_try_advisory_xact_lock(${name}) as "isFirst"`)
  return only(rows).isFirst
}

const { requestHash, response, statusCode } = idempotencyKeys

/** Rows without an answer are from an older release. */
export const findStored = (db: Database, { userId, key }: Entry) =>
  db
    .select({ requestHash, response, statusCode: sql<number>`${statusCode}` })
    .from(idempotencyKeys)
    .where(
      and(
        isNotNull(statusCode),
        eq(idempotencyKeys.userId, userId),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.createdAt, sql`now() - interval '1 day'`),
      ),
    )
    .then(first)

/** Replaces an answer that is older than a day. */
export const store = (tx: Database, answered: typeof idempotencyKeys.$inferInsert) =>
  tx
    .insert(idempotencyKeys)
    .values(answered)
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { ...answered, createdAt: sql`now()` },
    })

import { and, desc, eq, getTableColumns, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { UploadPurpose } from '#contract/releases/uploads.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { objects } from '#server/database/schema/objects.ts'
import type { Measures } from './measure.ts'

export type StoredObject = typeof objects.$inferSelect

type NewObject = { userId: string; purpose: UploadPurpose; key: string; fileName: string | null }

/** Seconds since 1970 at that many seconds from now, by the database's clock. */
const inSeconds = (seconds: number) => sql<number>`ceil(extract(epoch from now()))::float8 + ${seconds}`

const isPast = (expires: number) => sql<boolean>`now() >= to_timestamp(${expires}::float8)`

export const expiryOf = async (db: Database, seconds: number) => {
  const { rows } = await db.execute<{ expires: number }>(sql`select ${inSeconds(seconds)} as expires`)
  return only(rows).expires
}

/** Returns when the link expires. */
export const insertObject = (db: Database, object: NewObject, seconds: number) =>
  db
    .insert(objects)
    .values(object)
    .returning({ id: objects.id, expires: inSeconds(seconds) })
    .then(only)

/** The file of an upload link, and whether the link is valid by the database's clock. */
export const findExpected = (db: Database, { key, expires }: { key: string; expires: number }) =>
  db
    .select({
      purpose: objects.purpose,
      isUploaded: sql<boolean>`${objects.uploadedAt} is not null`,
      isExpired: isPast(expires),
    })
    .from(objects)
    .where(eq(objects.key, key))
    .then(first)

/** A claimed file, and whether its link has expired. */
export const findLinked = (db: Database, { key, expires }: { key: string; expires: number }) =>
  db
    .select({ ...getTableColumns(objects), isExpired: isPast(expires) })
    .from(objects)
    .where(and(eq(objects.key, key), isNotNull(objects.claimedAt)))
    .then(first)

export const findNewestClaimed = (db: Database) =>
  db
    .select({ key: objects.key })
    .from(objects)
    .where(isNotNull(objects.claimedAt))
    .orderBy(desc(objects.claimedAt))
    .limit(1)
    .then(first)

export const setUploaded = (db: Database, key: string, measures: Measures) =>
  db
    .update(objects)
    .set({ ...measures, uploadedAt: sql`now()` })
    .where(eq(objects.key, key))

export const findOwn = (
  db: Database,
  { key, userId, purpose }: { key: string; userId: string; purpose: UploadPurpose },
) =>
  db
    .select()
    .from(objects)
    .where(and(eq(objects.key, key), eq(objects.userId, userId), eq(objects.purpose, purpose)))
    .then(first)

/** Of concurrent checks, one finalizes the file. */
export const startSealing = (db: Database, id: string) =>
  db
    .update(objects)
    .set({ uploadedAt: sql`now()` })
    .where(and(eq(objects.id, id), isNull(objects.uploadedAt)))
    .returning({ id: objects.id })
    .then(first)

export const undoSealing = (db: Database, id: string) =>
  db.update(objects).set({ uploadedAt: null }).where(eq(objects.id, id))

/** Of records that claim one file, one gets it. */
export const setClaimed = (tx: Database, id: string, measures: Measures) =>
  tx
    .update(objects)
    .set({ ...measures, claimedAt: sql`now()` })
    .where(and(eq(objects.id, id), isNull(objects.claimedAt)))
    .returning()
    .then(first)

/**
 * The file is deleted a day later, unless a record claims it again. So is its block map. Not sooner, because a backup that began before
 * still reads it.
 */
export const setUnclaimed = (tx: Database, id: string) =>
  tx
    .update(objects)
    .set({ claimedAt: null, createdAt: sql`now()` })
    .where(or(eq(objects.id, id), sql`${objects.id} = (select block_map_id from objects where id = ${id})`))

export const selectUnhashed = (db: Database, purpose: UploadPurpose) =>
  db
    .select({ id: objects.id, key: objects.key })
    .from(objects)
    .where(and(eq(objects.purpose, purpose), isNotNull(objects.claimedAt), isNull(objects.sha512)))
    .orderBy(desc(objects.claimedAt))

export const setSha512 = (db: Database, id: string, sha512: string) =>
  db.update(objects).set({ sha512 }).where(eq(objects.id, id))

const isLeft = and(isNull(objects.claimedAt), sql`${objects.createdAt} < now() - interval '1 day'`)

/** Unclaimed files older than a day. */
export const selectUnclaimed = (db: Database) =>
  db.select({ id: objects.id }).from(objects).where(isLeft).orderBy(objects.createdAt)

/** Undefined if it has been claimed or deleted. A concurrent claim waits and then finds it gone. */
export const lockUnclaimed = (tx: Database, id: string) =>
  tx
    .select({ id: objects.id, key: objects.key })
    .from(objects)
    .where(and(eq(objects.id, id), isLeft))
    .for('update', { skipLocked: true })
    .then(first)

/** Unless a record has claimed it. */
export const deleteObject = (db: Database, id: string) =>
  db.delete(objects).where(and(eq(objects.id, id), isNull(objects.claimedAt)))

/** A transaction lock: uploads of one organization, or of a user without one, run in turn. */
export const lockUploads = (tx: Database, owner: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${owner}`}, 0))`)

/** A received file has its real size. */
export const setReserved = (db: Database, key: string, size: number | null) =>
  db
    .update(objects)
    .set({ size })
    .where(and(eq(objects.key, key), isNull(objects.uploadedAt)))

type Owner = { userId: string; organizationId: string | null; purpose: UploadPurpose; reserved: number | null }

export const findOwner = (db: Database, key: string): Promise<Owner | undefined> =>
  db
    .select({
      userId: objects.userId,
      organizationId: users.organizationId,
      purpose: objects.purpose,
      reserved: objects.size,
    })
    .from(objects)
    .innerJoin(users, eq(users.id, objects.userId))
    .where(eq(objects.key, key))
    .then(first)

/** Without the file itself, which may be sent again. */
export const sumUnclaimed = (db: Database, { userId, organizationId, purpose }: Owner, key: string) =>
  db
    .select({
      user: sql<number>`coalesce(sum(${objects.size}) filter (where ${objects.userId} = ${userId}), 0)::float8`,
      organization: sql<number>`coalesce(sum(${objects.size}), 0)::float8`,
    })
    .from(objects)
    .innerJoin(users, eq(users.id, objects.userId))
    .where(
      and(
        isNull(objects.claimedAt),
        ne(objects.key, key),
        purpose === 'application' ? eq(objects.purpose, purpose) : ne(objects.purpose, 'application'),
        or(eq(objects.userId, userId), organizationId === null ? undefined : eq(users.organizationId, organizationId)),
      ),
    )
    .then(only)

import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { UploadPurpose } from '#contract/releases/uploads.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { objects } from '#server/database/schema/objects.ts'
import { HttpError } from '#server/platform/http/errors.ts'

const MB = 1_048_576
type Quota = { user: number; organization: number }

/** Bytes that may wait for the record they belong to. Releases are large, and only admins upload them. */
const SMALL_FILES: Quota = { user: 250 * MB, organization: 1000 * MB }
const APPLICATIONS: Quota = { user: 20_480 * MB, organization: 20_480 * MB }
const quotaOf = (purpose: UploadPurpose) => (purpose === 'application' ? APPLICATIONS : SMALL_FILES)

const FULL = 'Too many of your uploads are still unused. Save what they belong to, or try again tomorrow.'

/**
 * Reserves room for a file that is about to arrive: 429 if its owner or their organization has too many files that no record has
 * claimed. Claiming or deleting a file frees its room, because both are what is summed here.
 */
export const reserveRoom = (db: Database, key: string, bytes: number) =>
  db.transaction(async (tx) => {
    const owner = await findOwner(tx, key)
    if (!owner) return
    const { userId, organizationId, purpose } = owner
    // What an earlier attempt has left may still lie there.
    const room = Math.max(bytes, owner.reserved ?? 0)
    // Uploads of one organization are reserved one after the other.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${organizationId ?? userId}`}, 0))`,
    )
    const used = await sumUnclaimed(tx, owner, key)
    const quota = quotaOf(purpose)
    if (used.user + room > quota.user || used.organization + room > quota.organization) throw new HttpError(429, FULL)
    await setReserved(tx, key, room)
  })

/** Of a file that was refused, and of which nothing is kept. */
export const releaseRoom = (db: Database, key: string) => setReserved(db, key, null)

/** A file that has arrived has its own size. */
const setReserved = (db: Database, key: string, size: number | null) =>
  db
    .update(objects)
    .set({ size })
    .where(and(eq(objects.key, key), isNull(objects.uploadedAt)))

type Owner = { userId: string; organizationId: string | null; purpose: UploadPurpose; reserved: number | null }

const findOwner = (db: Database, key: string): Promise<Owner | undefined> =>
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
const sumUnclaimed = (db: Database, { userId, organizationId, purpose }: Owner, key: string) =>
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

import { and, desc, eq, ilike, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { first, only, type Database } from '#server/database/database.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { objects } from '#server/database/schema/objects.ts'
import { versions } from '#server/database/schema/releases.ts'
import { platformName } from '#server/releases/architectures/platform-queries.ts'

/** Installers without a block map, or one of them. */
export const selectUnmapped = (db: Database, objectId: string | undefined) =>
  db
    .selectDistinct({ id: objects.id, key: objects.key, userId: objects.userId, claimedAt: objects.claimedAt })
    .from(objects)
    .innerJoin(versions, eq(versions.objectId, objects.id))
    .where(
      and(
        ilike(versions.fileName, '%.exe'),
        isNotNull(objects.claimedAt),
        isNull(objects.blockMapId),
        objectId === undefined ? undefined : eq(objects.id, objectId),
      ),
    )
    .orderBy(desc(objects.claimedAt))

type NewMap = Pick<typeof objects.$inferInsert, 'userId' | 'key' | 'size' | 'sha256' | 'sha512'>

/** Deleted within a day, unless it is linked. */
export const insertMap = (db: Database, map: NewMap) =>
  db
    .insert(objects)
    .values({ ...map, purpose: 'application', uploadedAt: sql`now()` })
    .returning({ id: objects.id })
    .then(only)

/** Unless the file has been released, or got a map from another process. */
export async function linkMap(tx: Database, { fileId, mapId }: { fileId: string; mapId: string }) {
  const linked = await tx
    .update(objects)
    .set({ blockMapId: mapId })
    .where(and(eq(objects.id, fileId), isNotNull(objects.claimedAt), isNull(objects.blockMapId)))
    .returning({ id: objects.id })
    .then(first)
  if (linked)
    await tx
      .update(objects)
      .set({ claimedAt: sql`now()` })
      .where(eq(objects.id, mapId))
}

const map = alias(objects, 'map')

const blockMaps = prepared(['platform'], (db, _form: 'all', { platform }) =>
  db
    .select({
      versionId: versions.id,
      version: versions.version,
      architecture: versions.architecture,
      object: { key: map.key, size: map.size, sha256: map.sha256 },
    })
    .from(versions)
    .innerJoin(objects, eq(objects.id, versions.objectId))
    .innerJoin(map, eq(map.id, objects.blockMapId))
    .where(and(sql`${platformName} = ${platform}`, or(eq(versions.isActive, true), isNotNull(versions.publishedAt)))),
)

/** Of every version that devices may run: published, or withdrawn since. */
export const selectBlockMaps = (db: Database, platform: string) => blockMaps(db, 'all', { platform })

import { and, desc, eq, sql } from 'drizzle-orm'
import { LIST_LIMIT } from '#contract/lists.ts'
import { first, type Database } from '#server/database/database.ts'
import { objects } from '#server/database/schema/objects.ts'
import { releaseNotes, versions } from '#server/database/schema/releases.ts'
import { isLatest, platformName } from '#server/releases/architectures/platform-queries.ts'

/** Since when customers have it. */
const releasedAt = sql<string>`coalesce(${versions.publishedAt}, ${versions.createdAt})`.mapWith(versions.createdAt)

export const selectDownloads = (db: Database) =>
  db
    .select({
      id: versions.id,
      platform: platformName,
      architecture: versions.architecture,
      version: versions.version,
      fileName: versions.fileName,
      size: sql<number>`coalesce(${objects.size}, 0)::float8`,
      sha256: objects.sha256,
      isLatest,
      channel: versions.channel,
      hasFile: sql<boolean>`${objects.id} is not null`,
      createdAt: releasedAt,
    })
    .from(versions)
    .leftJoin(objects, eq(objects.id, versions.objectId))
    .where(eq(versions.isActive, true))
    .orderBy(desc(releasedAt), desc(versions.id))
    .limit(LIST_LIMIT)

export const findLatestNotes = (db: Database) =>
  db
    .select({
      version: versions.version,
      title: releaseNotes.title,
      description: releaseNotes.description,
      newFeatures: releaseNotes.newFeatures,
      improvements: releaseNotes.improvements,
      bugFixes: releaseNotes.bugFixes,
      createdAt: releaseNotes.createdAt,
    })
    .from(releaseNotes)
    .innerJoin(versions, eq(versions.id, releaseNotes.versionId))
    .where(isLatest)
    .orderBy(desc(versions.isLatest))
    .limit(1)
    .then(first)

export const findVersion = (db: Database, id: string) =>
  db
    .select({
      version: versions.version,
      fileName: versions.fileName,
      object: { key: objects.key, size: objects.size, sha256: objects.sha256 },
    })
    .from(versions)
    .leftJoin(objects, eq(objects.id, versions.objectId))
    .where(and(eq(versions.id, id), eq(versions.isActive, true)))
    .then(first)

export const findVersionOf = (db: Database, objectId: string) =>
  db
    .select({ id: versions.id })
    .from(versions)
    .where(and(eq(versions.objectId, objectId), eq(versions.isActive, true)))
    .limit(1)
    .then(first)

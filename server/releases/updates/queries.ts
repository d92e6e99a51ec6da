import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { LIST_LIMIT } from '#contract/lists.ts'
import { first, type Database } from '#server/database/database.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { checkIns } from '#server/database/schema/licensing/licenses.ts'
import { objects } from '#server/database/schema/objects.ts'
import { releaseNotes, releasePackages, versions } from '#server/database/schema/releases.ts'
import { isLatest, platformName } from '#server/releases/architectures/platform-queries.ts'

/** Older files have no SHA-512 until the job has read them. */
const isOffered = and(eq(versions.isActive, true), isNotNull(objects.sha512))

const candidates = prepared([], (db, _form: 'all') =>
  db
    .select({
      id: versions.id,
      version: versions.version,
      platform: platformName,
      architecture: versions.architecture,
      channel: versions.channel,
      isLatest,
      rolloutPercent: versions.rolloutPercent,
      minimumVersion: versions.minimumVersion,
    })
    .from(versions)
    .innerJoin(objects, eq(objects.id, versions.objectId))
    .where(isOffered)
    .orderBy(desc(isLatest), desc(versions.createdAt))
    .limit(LIST_LIMIT),
)

export const selectCandidates = (db: Database) => candidates(db, 'all', {})

const releases = prepared(['ids'], (db, _form: 'all', { ids }) =>
  db
    .select({
      id: versions.id,
      version: versions.version,
      platform: platformName,
      architecture: versions.architecture,
      fileName: versions.fileName,
      minimumVersion: versions.minimumVersion,
      signature: versions.signature,
      createdAt: sql<string>`coalesce(${versions.publishedAt}, ${versions.createdAt})`.mapWith(versions.createdAt),
      object: { key: objects.key, size: objects.size, sha256: objects.sha256, sha512: objects.sha512 },
      hasBlockMap: sql<boolean>`${objects.blockMapId} is not null`,
      notes: {
        title: releaseNotes.title,
        description: releaseNotes.description,
        newFeatures: releaseNotes.newFeatures,
        improvements: releaseNotes.improvements,
        bugFixes: releaseNotes.bugFixes,
      },
    })
    .from(versions)
    .innerJoin(objects, eq(objects.id, versions.objectId))
    .leftJoin(releaseNotes, eq(releaseNotes.versionId, versions.id))
    .where(and(sql`${versions.id} = any(${ids})`, isOffered)),
)

/** Facts for feeds, without those withdrawn in between. */
export const findReleases = (db: Database, ids: string[]) => releases(db, 'all', { ids })

export type Release = Awaited<ReturnType<typeof findReleases>>[number]

export const findRunningVersion = (db: Database, licenseId: string) =>
  db
    .select({ appVersion: checkIns.appVersion })
    .from(checkIns)
    .where(eq(checkIns.licenseId, licenseId))
    .then(first)
    .then((row) => row?.appVersion)

const packageFacts = {
  packageId: releasePackages.packageId,
  fileName: releasePackages.fileName,
  sha1: releasePackages.sha1,
  object: { key: objects.key, size: objects.size, sha256: objects.sha256 },
}

const packagesOf = prepared(['versionId'], (db, _form: 'all', { versionId }) =>
  db
    .select(packageFacts)
    .from(releasePackages)
    .innerJoin(objects, eq(objects.id, releasePackages.objectId))
    .where(eq(releasePackages.versionId, versionId)),
)

export const selectPackage = (db: Database, versionId: string) => packagesOf(db, 'all', { versionId }).then(first)

export type OfferedPackage = NonNullable<Awaited<ReturnType<typeof selectPackage>>>

const packagesNamed = prepared(['fileName'], (db, _form: 'all', { fileName }) =>
  db
    .select({
      versionId: versions.id,
      architecture: versions.architecture,
      fileName: releasePackages.fileName,
      object: packageFacts.object,
    })
    .from(releasePackages)
    .innerJoin(versions, eq(versions.id, releasePackages.versionId))
    .innerJoin(objects, eq(objects.id, releasePackages.objectId))
    .where(and(eq(releasePackages.fileName, fileName), eq(versions.isActive, true), isNotNull(versions.objectId))),
)

/** Of active versions: one of each architecture, at most. */
export const selectPackagesNamed = (db: Database, fileName: string) => packagesNamed(db, 'all', { fileName })

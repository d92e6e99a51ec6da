import { and, count, countDistinct, desc, eq, getTableColumns, isNull, or, sql, type SQL } from 'drizzle-orm'
import { LIST_LIMIT } from '#contract/lists.ts'
import type { Architecture } from '#contract/releases/downloads.ts'
import type { ReleaseNotesDraft, ReleaseState } from '#contract/releases/files.ts'
import { ADOPTION_SHOWN } from '#contract/releases/reach.ts'
import { later } from '#server/database/columns.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { objects } from '#server/database/schema/objects.ts'
import { releaseNotes, versions } from '#server/database/schema/releases.ts'
import { isLatest, platformName, storedPlatform } from '#server/releases/architectures/platform-queries.ts'

export type StoredVersion = typeof versions.$inferSelect

const newestFirst = [desc(versions.createdAt), desc(versions.id)]

/** A draft that the previous release activates counts as published. */
const state = sql<ReleaseState>`case
  when ${versions.isActive} then 'published'
  when ${versions.publishedAt} is not null then 'withdrawn'
  when ${versions.publishAt} is not null then 'scheduled'
  else 'draft' end`

const selectVersions = (db: Database, where?: SQL) =>
  db
    .select({
      id: versions.id,
      version: versions.version,
      platform: platformName,
      architecture: versions.architecture,
      fileName: versions.fileName,
      fileSize: sql<number>`coalesce(${objects.size}, 0)::float8`,
      sha256: objects.sha256,
      hasFile: sql<boolean>`${objects.id} is not null`,
      isActive: versions.isActive,
      state,
      publishAt: versions.publishAt,
      publishesAsLatest: versions.publishesAsLatest,
      publishedAt: versions.publishedAt,
      withdrawnReason: versions.withdrawnReason,
      isLatest,
      channel: versions.channel,
      rolloutPercent: versions.rolloutPercent,
      minimumVersion: versions.minimumVersion,
      signature: versions.signature,
      fileFacts: versions.fileFacts,
      hasNotes: sql<boolean>`${releaseNotes.id} is not null`,
      createdAt: versions.createdAt,
      updatedAt: versions.updatedAt,
    })
    .from(versions)
    .leftJoin(objects, eq(objects.id, versions.objectId))
    .leftJoin(releaseNotes, eq(releaseNotes.versionId, versions.id))
    .where(where)

export const listVersions = (db: Database) =>
  selectVersions(db)
    .orderBy(...newestFirst)
    .limit(LIST_LIMIT)

export const findShownVersion = (db: Database, id: string) => selectVersions(db, eq(versions.id, id)).then(first)

/** The caller has locked or written it. */
export const readVersion = (db: Database, id: string) => selectVersions(db, eq(versions.id, id)).then(only)

type NewVersion = Pick<
  StoredVersion,
  | 'version'
  | 'platform'
  | 'architecture'
  | 'fileName'
  | 'objectId'
  | 'fileFacts'
  | 'channel'
  | 'rolloutPercent'
  | 'minimumVersion'
>

/** A draft. Undefined if its platform has this version. */
export const insertVersion = (tx: Database, version: NewVersion) =>
  tx
    .insert(versions)
    .values({
      ...version,
      platform: storedPlatform(version.platform, version.architecture),
      isActive: false,
      publishedAt: null,
    })
    .onConflictDoNothing({ target: [versions.platform, versions.version] })
    .returning({ id: versions.id })
    .then(first)

export const findVersion = (db: Database, id: string) =>
  db.select().from(versions).where(eq(versions.id, id)).then(first)

/** Serializes all changes of versions: 'latest' moves between rows, which could be locked in two orders. Released with the transaction. */
export async function lockVersion(tx: Database, id: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('versions'))`)
  return tx.select().from(versions).where(eq(versions.id, id)).for('update').then(first)
}

/** The column in which a version of this architecture is the latest. */
export const latestOf = (architecture: Architecture, isLatest: boolean) =>
  architecture === 'arm64' ? { isLatestArm64: isLatest } : { isLatest }

type StoredChanges = {
  [
    Field in
      | 'isActive'
      | 'isLatest'
      | 'isLatestArm64'
      | 'objectId'
      | 'fileFacts'
      | 'channel'
      | 'rolloutPercent'
      | 'minimumVersion'
      | 'signature'
      | 'publishAt'
      | 'publishesAsLatest'
      | 'withdrawnReason'
  ]?: StoredVersion[Field] | undefined
}

export const updateVersion = (tx: Database, id: string, changes: StoredChanges) =>
  tx
    .update(versions)
    .set({ ...changes, updatedAt: later(versions.updatedAt) })
    .where(eq(versions.id, id))

/** Sets the day of publication, once. */
export const setPublished = (tx: Database, id: string) =>
  tx
    .update(versions)
    .set({
      isActive: true,
      publishAt: null,
      publishesAsLatest: false,
      publishedAt: sql`now()`,
      updatedAt: later(versions.updatedAt),
    })
    .where(eq(versions.id, id))

/** Scheduled versions whose time has come. */
export const listDue = (db: Database) =>
  db
    .select({ id: versions.id })
    .from(versions)
    .where(and(eq(versions.isActive, false), isNull(versions.publishedAt), sql`${versions.publishAt} <= now()`))
    .orderBy(versions.publishAt)

export const deleteVersion = (tx: Database, id: string) => tx.delete(versions).where(eq(versions.id, id))

/** Seconds from now until an instant, by the database's clock. Negative once it has passed. */
export async function secondsUntil(db: Database, instant: string) {
  const { rows } = await db.execute<{ seconds: number }>(
    sql`select extract(epoch from ${instant}::timestamptz - clock_timestamp())::float8 as seconds`,
  )
  return only(rows).seconds
}

/** Of the architecture that shares it. */
export const clearLatest = (tx: Database, { architecture }: Pick<StoredVersion, 'architecture'>) =>
  tx
    .update(versions)
    .set({ ...latestOf(architecture, false), updatedAt: later(versions.updatedAt) })
    .where(architecture === 'arm64' ? eq(versions.isLatestArm64, true) : eq(versions.isLatest, true))
    .returning({ version: versions.version })
    .then(first)

export const listNotes = (db: Database) =>
  db
    .select({ ...getTableColumns(releaseNotes), version: versions.version })
    .from(releaseNotes)
    .innerJoin(versions, eq(versions.id, releaseNotes.versionId))
    .orderBy(...newestFirst)
    .limit(LIST_LIMIT)

export const findNotes = (tx: Database, versionId: string) =>
  tx
    .select({ updatedAt: releaseNotes.updatedAt })
    .from(releaseNotes)
    .where(eq(releaseNotes.versionId, versionId))
    .then(first)

export const upsertNotes = (tx: Database, { versionId, ...words }: ReleaseNotesDraft) =>
  tx
    .insert(releaseNotes)
    .values({ versionId, ...words })
    .onConflictDoUpdate({ target: releaseNotes.versionId, set: { ...words, updatedAt: later(releaseNotes.updatedAt) } })
    .returning()
    .then(only)

export function selectAdoption(db: Database) {
  const version = sql<string | null>`nullif(${checkIns.appVersion}, '')`
  const devices = count()
  return db
    .select({ version, devices, all: sql<number>`(sum(count(*)) over ())::float8` })
    .from(licenses)
    .leftJoin(checkIns, eq(checkIns.licenseId, licenses.id))
    .where(eq(licenses.status, 'active'))
    .groupBy(version)
    .orderBy(desc(devices), version)
    .limit(ADOPTION_SHOWN)
}

export const listRunningVersions = (db: Database) =>
  db
    .selectDistinct({ version: sql<string>`${checkIns.appVersion}` })
    .from(licenses)
    .innerJoin(checkIns, eq(checkIns.licenseId, licenses.id))
    .where(and(eq(licenses.status, 'active'), sql`${checkIns.appVersion} <> ''`))

export const countDevicesOn = (db: Database, running: string[], { withUnknown }: { withUnknown: boolean }) =>
  db
    .select({ devices: count(), organizations: countDistinct(licenses.organizationId) })
    .from(licenses)
    .leftJoin(checkIns, eq(checkIns.licenseId, licenses.id))
    .where(and(eq(licenses.status, 'active'), isOneOf(running, withUnknown)))
    .then(only)

const isOneOf = (running: string[], withUnknown: boolean) => {
  const isKnown = sql`${checkIns.appVersion} = any(${sql.param(running)}::text[])`
  return withUnknown ? or(isKnown, isNull(checkIns.appVersion), eq(checkIns.appVersion, '')) : isKnown
}

export const countOrganizations = (db: Database) => db.$count(organizations, eq(organizations.isActive, true))

export const listActiveAdmins = (db: Database) =>
  db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.status, 'active')))
    .orderBy(users.id)

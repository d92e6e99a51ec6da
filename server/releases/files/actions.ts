import {
  FILE_IS_SCHEDULED,
  HAS_FILE,
  VERSION_TAKEN,
  type Version,
  type VersionChanges,
  type VersionDraft,
  type ReleaseNotesDraft,
  type VersionNotes,
} from '#contract/releases/files.ts'
import type { Database } from '#server/database/database.ts'
import { lockSignedIn, type Caller } from '#server/identity/public.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import { requireVersion } from '#server/platform/http/answers/tags.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { inspect } from '#server/releases/binaries/inspect.ts'
import { mapBlocksLater } from '#server/releases/updates/block-maps/map-blocks.ts'
import { announceRelease } from './announce.ts'
import { setActive } from './latest.ts'
import {
  insertVersion,
  findVersion,
  lockVersion,
  readVersion,
  updateVersion,
  type StoredVersion,
  findNotes,
  upsertNotes,
} from './queries.ts'
import { changeOffer, checkMinimum } from './rollout.ts'

type File = { fileUrl: string; fileName: string }

/**
 * Checks the file before the transaction that claims it; a refused version leaves the upload usable. Checking may take minutes, so the
 * publisher's session or API token is verified again.
 */
async function checkFile({ objects }: Platform, { id: userId }: Caller, { fileUrl, fileName }: File) {
  const upload = await objects.check({ url: fileUrl, userId, purpose: 'application', fileName })
  return { ...upload, facts: await inspect(objects, upload) }
}

async function claimFile(platform: Platform, tx: Database, upload: InspectedUpload) {
  const file = await platform.objects.claim(tx, upload)
  await mapBlocksLater(platform, tx, file.id)
  return file
}

type InspectedUpload = Awaited<ReturnType<typeof checkFile>>

/** A draft: customers and devices see nothing of it before it is published. */
export async function createDraft(
  platform: Platform,
  actor: Actor,
  publisher: Caller,
  { fileUrl, ...facts }: VersionDraft,
): Promise<Version> {
  checkMinimum(facts)
  const upload = fileUrl && (await checkFile(platform, publisher, { fileUrl, fileName: facts.fileName }))
  return platform.db.transaction(async (tx) => {
    await lockSignedIn(tx, publisher)
    const file = upload ? await claimFile(platform, tx, upload) : null
    const inserted = await insertVersion(tx, {
      ...facts,
      objectId: file?.id ?? null,
      fileFacts: (upload && upload.facts) || null,
    })
    if (!inserted) throw conflict(VERSION_TAKEN)
    await audit(tx, actor, {
      action: 'version.created',
      subject: { kind: 'version', id: inserted.id },
      changes: createdFields(facts, file?.sha256),
    })
    return readVersion(tx, inserted.id)
  })
}

const createdFields = (facts: Omit<VersionDraft, 'fileUrl'>, sha256: string | null | undefined): Changes => ({
  version: [null, facts.version],
  platform: [null, facts.platform],
  ...(facts.architecture !== 'any' && { architecture: [null, facts.architecture] }),
  fileName: [null, facts.fileName],
  channel: [null, facts.channel],
  rolloutPercent: [null, facts.rolloutPercent],
  ...(facts.minimumVersion && { minimumVersion: [null, facts.minimumVersion] }),
  ...(sha256 && { sha256: [null, sha256] }),
})

export async function changeVersion(
  platform: Platform,
  actor: Actor,
  publisher: Caller,
  { id, fileUrl, isActive, nextLatestId, reason, ...offer }: VersionChanges & { id: string },
): Promise<Version> {
  const { db } = platform
  const found = fileUrl && (await findReceiver(db, id))
  const upload = found && fileUrl && (await checkFile(platform, publisher, { fileUrl, fileName: found.fileName }))
  return db.transaction(async (tx) => {
    await lockSignedIn(tx, publisher)
    const version = await lockVersion(tx, id)
    if (!version) throw notFound('Version')
    if (upload) await addFile(platform, tx, actor, { version, upload })
    await changeOffer(tx, actor, version, offer)
    if (isActive !== undefined && isActive !== version.isActive)
      await setActive(platform, tx, actor, version, { isActive, nextLatestId, reason })
    return readVersion(tx, id)
  })
}

/** Checked before reading the file, and again under the lock. */
async function findReceiver(db: Database, id: string) {
  const version = await findVersion(db, id)
  if (!version) throw notFound('Version')
  requireReplaceable(version)
  return version
}

/** A file that customers may have downloaded, or that was confirmed for a later time, is never replaced. */
function requireReplaceable({ objectId, isActive, publishedAt, publishAt }: StoredVersion) {
  if (!objectId) return
  if (isActive || publishedAt) throw conflict(HAS_FILE)
  if (publishAt) throw conflict(FILE_IS_SCHEDULED)
}

async function addFile(
  platform: Platform,
  tx: Database,
  actor: Actor,
  { version, upload }: { version: StoredVersion; upload: InspectedUpload },
) {
  requireReplaceable(version)
  const file = await claimFile(platform, tx, upload)
  await updateVersion(tx, version.id, { objectId: file.id, signature: null, fileFacts: upload.facts })
  if (version.objectId) await platform.objects.release(tx, version.objectId)
  await audit(tx, actor, {
    action: version.objectId ? 'version.file-replaced' : 'version.file-added',
    subject: { kind: 'version', id: version.id },
    changes: { sha256: [null, file.sha256] },
  })
  if (version.isActive) await announceRelease(platform, tx, actor, 'file-added', version.id)
}

export const writeNotes = (
  { db }: Platform,
  actor: Actor,
  draft: ReleaseNotesDraft,
  versions?: string[],
): Promise<VersionNotes> =>
  db.transaction(async (tx) => {
    const version = await lockVersion(tx, draft.versionId)
    if (!version) throw notFound('Version')
    const stored = await findNotes(tx, version.id)
    if (stored) requireVersion(versions, stored, 'release note')
    const notes = await upsertNotes(tx, draft)
    await audit(tx, actor, {
      action: 'release-notes.updated',
      subject: { kind: 'version', id: version.id },
      changes: { version: [null, version.version], title: [null, notes.title] },
    })
    return { ...notes, version: version.version }
  })

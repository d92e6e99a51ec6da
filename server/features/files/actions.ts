import {
  BETA_CANNOT_BE_LATEST,
  HAS_FILE,
  INACTIVE_CANNOT_BE_LATEST,
  VERSION_TAKEN,
  type Version,
  type VersionChanges,
  type VersionDraft,
} from '#contract/files.ts'
import type { Database } from '#server/database/database.ts'
import type { SessionUser } from '#server/platform/access.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { CheckedUpload } from '#server/platform/objects/objects.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  clearLatest,
  insertVersion,
  findVersion,
  lockVersion,
  readVersion,
  updateVersion,
  type StoredVersion,
} from './queries.ts'
import { changeOffer, checkMinimum } from './rollout.ts'

type Publisher = Pick<SessionUser, 'id'>
type File = { fileUrl: string; fileName: string }

/** The uploaded file is looked at before, and taken in the transaction: a refused version leaves it to be used again. */
const checkFile = ({ objects }: Platform, { id: userId }: Publisher, { fileUrl, fileName }: File) =>
  objects.check({ url: fileUrl, userId, purpose: 'application', fileName })

/** Publishes a version: offered from now on, but not yet as the latest. */
export async function publishVersion(
  platform: Platform,
  actor: Actor,
  publisher: Publisher,
  { fileUrl, ...facts }: VersionDraft,
): Promise<Version> {
  checkMinimum(facts)
  const upload = fileUrl && (await checkFile(platform, publisher, { fileUrl, fileName: facts.fileName }))
  return platform.db.transaction(async (tx) => {
    const file = upload ? await platform.objects.claim(tx, upload) : null
    const inserted = await insertVersion(tx, { ...facts, objectId: file?.id ?? null })
    if (!inserted) throw conflict(VERSION_TAKEN)
    await audit(tx, actor, {
      action: 'version.published',
      subject: { kind: 'version', id: inserted.id },
      changes: {
        version: [null, facts.version],
        platform: [null, facts.platform],
        fileName: [null, facts.fileName],
        channel: [null, facts.channel],
        rolloutPercent: [null, facts.rolloutPercent],
        ...(facts.minimumVersion && { minimumVersion: [null, facts.minimumVersion] }),
        ...(file && { sha256: [null, file.sha256] }),
      },
    })
    return readVersion(tx, inserted.id)
  })
}

/** Withdraws a version, brings it back, gives it the file it waits for, or says whom it is offered to. What it is already stays unsaid. */
export async function changeVersion(
  platform: Platform,
  actor: Actor,
  publisher: Publisher,
  { id, fileUrl, isActive, ...offer }: VersionChanges & { id: string },
): Promise<Version> {
  const { db } = platform
  const found = fileUrl && (await findWaiting(db, id))
  const upload = found && fileUrl && (await checkFile(platform, publisher, { fileUrl, fileName: found.fileName }))
  return db.transaction(async (tx) => {
    const version = await lockVersion(tx, id)
    if (!version) throw notFound('Version')
    if (upload) await addFile(platform, tx, actor, { version, upload })
    await changeOffer(tx, actor, version, offer)
    if (isActive !== undefined && isActive !== version.isActive) await setActive(tx, actor, { version, isActive })
    return readVersion(tx, id)
  })
}

/** Told before the file is looked at, and again under the lock. */
async function findWaiting(db: Database, id: string) {
  const version = await findVersion(db, id)
  if (!version) throw notFound('Version')
  if (version.objectId) throw conflict(HAS_FILE)
  return version
}

async function addFile(
  { objects }: Platform,
  tx: Database,
  actor: Actor,
  { version, upload }: { version: StoredVersion; upload: CheckedUpload },
) {
  if (version.objectId) throw conflict(HAS_FILE)
  const file = await objects.claim(tx, upload)
  await updateVersion(tx, version.id, { objectId: file.id })
  await audit(tx, actor, {
    action: 'version.file-added',
    subject: { kind: 'version', id: version.id },
    changes: { sha256: [null, file.sha256] },
  })
}

/** A version that is withdrawn is not the latest any more: then there is none. */
async function setActive(
  tx: Database,
  actor: Actor,
  { version, isActive }: { version: StoredVersion; isActive: boolean },
) {
  const { id, isLatest } = version
  await updateVersion(tx, id, { isActive, isLatest: isActive && isLatest })
  await audit(tx, actor, {
    action: isActive ? 'version.restored' : 'version.withdrawn',
    subject: { kind: 'version', id },
    changes: { isActive: [!isActive, isActive], ...(isLatest && { isLatest: [true, false] }) },
  })
}

/** Makes an active version the latest, in place of the one that was. Repeating it does nothing. */
export const setLatestVersion = ({ db }: Platform, actor: Actor, id: string): Promise<Version> =>
  db.transaction(async (tx) => {
    const version = await lockVersion(tx, id)
    if (!version) throw notFound('Version')
    if (version.channel === 'beta') throw conflict(BETA_CANNOT_BE_LATEST)
    if (!version.isActive) throw conflict(INACTIVE_CANNOT_BE_LATEST)
    if (version.isLatest) return readVersion(tx, id)
    const before = await clearLatest(tx)
    await updateVersion(tx, id, { isLatest: true })
    await audit(tx, actor, {
      action: 'version.set-latest',
      subject: { kind: 'version', id },
      changes: { latest: [before?.version ?? null, version.version] },
    })
    return readVersion(tx, id)
  })

import { sharesLatest } from '#contract/releases/downloads.ts'
import {
  BETA_CANNOT_BE_LATEST,
  INACTIVE_CANNOT_BE_LATEST,
  LATEST_HAS_CHANGED,
  NEXT_LATEST_MISSING,
  NOT_PUBLISHED_YET,
  OTHER_ARCHITECTURE,
  type Version,
  type VersionChanges,
} from '#contract/releases/files.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { announceRelease, type Mailing } from './announce.ts'
import { clearLatest, latestOf, lockVersion, readVersion, updateVersion, type StoredVersion } from './queries.ts'

/** Makes an active version the latest. Repeating it does nothing. */
export const setLatestVersion = (platform: Platform, actor: Actor, id: string): Promise<Version> =>
  platform.db.transaction(async (tx) => {
    await makeLatest(platform, tx, actor, id)
    return readVersion(tx, id)
  })

export async function makeLatest(mailing: Mailing, tx: Database, actor: Actor, id: string) {
  if (await markLatest(tx, actor, id)) await announceRelease(mailing, tx, actor, 'latest', id)
}

/** Returns whether it was not the latest before. */
export async function markLatest(tx: Database, actor: Actor, id: string) {
  const version = await lockVersion(tx, id)
  if (!version) throw notFound('Version')
  if (version.channel === 'beta') throw conflict(BETA_CANNOT_BE_LATEST)
  if (!version.isActive) throw conflict(INACTIVE_CANNOT_BE_LATEST)
  if (isLatestOf(version)) return false
  const before = await clearLatest(tx, version)
  await updateVersion(tx, id, latestOf(version.architecture, true))
  await audit(tx, actor, {
    action: 'version.marked-latest',
    subject: { kind: 'version', id },
    changes: { latest: [before?.version ?? null, version.version] },
  })
  return true
}

const isLatestOf = ({ isLatest, isLatestArm64, architecture }: StoredVersion) =>
  architecture === 'arm64' ? isLatestArm64 : isLatest

type Activity = Pick<VersionChanges, 'nextLatestId' | 'reason'> & { isActive: boolean }

/** Withdraws or restores a locked version. The latest one is replaced in the same step. */
export async function setActive(
  mailing: Mailing,
  tx: Database,
  actor: Actor,
  version: StoredVersion,
  { isActive, nextLatestId, reason }: Activity,
) {
  const { id, publishedAt } = version
  const isLatest = isLatestOf(version)
  if (isActive && !publishedAt) throw conflict(NOT_PUBLISHED_YET)
  const withdrawnReason = isActive ? null : reason || null
  if (!isActive) await replaceLatest(mailing, tx, actor, version, nextLatestId)
  await updateVersion(tx, id, { isActive, isLatest: false, isLatestArm64: false, withdrawnReason })
  await audit(tx, actor, {
    action: isActive ? 'version.restored' : 'version.withdrawn',
    subject: { kind: 'version', id },
    changes: {
      isActive: [!isActive, isActive],
      ...(isLatest && { isLatest: [true, false] }),
      ...(withdrawnReason && { reason: [null, withdrawnReason] }),
    },
  })
  if (isActive) await announceRelease(mailing, tx, actor, 'activated', id)
}

/** Leaving customers without a latest version requires an explicit null. */
async function replaceLatest(
  mailing: Mailing,
  tx: Database,
  actor: Actor,
  version: StoredVersion,
  nextLatestId: Activity['nextLatestId'],
) {
  const { id } = version
  const isLatest = isLatestOf(version)
  if (isLatest && nextLatestId === undefined) throw conflict(NEXT_LATEST_MISSING)
  if (!isLatest && nextLatestId !== undefined) throw conflict(LATEST_HAS_CHANGED)
  if (nextLatestId === id) throw conflict(INACTIVE_CANNOT_BE_LATEST)
  const next = nextLatestId && (await lockVersion(tx, nextLatestId))
  if (next && !sharesLatest(next, version)) throw conflict(OTHER_ARCHITECTURE)
  if (nextLatestId) await makeLatest(mailing, tx, actor, nextLatestId)
}

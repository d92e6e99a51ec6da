import type { Version } from '#contract/releases/files.ts'
import {
  NOT_IN_THE_FUTURE,
  NOT_SCHEDULED,
  ONLY_DRAFTS,
  TOO_FAR_AHEAD,
  canDelete,
  type Publication,
} from '#contract/releases/publications.ts'
import type { Database } from '#server/database/database.ts'
import { lockSignedIn, type Caller } from '#server/identity/public.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { announceRelease } from '#server/releases/files/announce.ts'
import { markLatest } from '#server/releases/files/latest.ts'
import { deleteVersion, lockVersion, readVersion, secondsUntil, updateVersion } from '#server/releases/files/queries.ts'
import { changeOffer } from '#server/releases/files/rollout.ts'
import { findPackageOf } from '#server/releases/packages/queries.ts'
import { publishNow } from './publish-now.ts'
import { requirePublishable, requireUnchanged } from './rules.ts'

type PublicationRequest = Publication & { id: string }

/** Locks a version, and the rows of all others against changes of the latest. */
async function lockShown(tx: Database, id: string) {
  const stored = await lockVersion(tx, id)
  if (!stored) throw notFound('Version')
  return { stored, shown: await readVersion(tx, id) }
}

export const publishVersion = (
  platform: Platform,
  actor: Actor,
  publisher: Caller,
  { id, ...publication }: PublicationRequest,
): Promise<Version> =>
  platform.db.transaction(async (tx) => {
    await lockSignedIn(tx, publisher)
    const { stored, shown } = await lockShown(tx, id)
    requireUnchanged(shown, publication)
    const { channel, rolloutPercent, minimumVersion, isLatest, publishAt } = publication
    requirePublishable(platform.config, { ...shown, channel }, isLatest)
    await changeOffer(tx, actor, stored, { rolloutPercent, minimumVersion })
    const isPromoted = shown.state === 'published' && shown.channel !== channel
    if (shown.channel !== channel) await updateVersion(tx, id, { channel })
    if (shown.state === 'published') await reachMore(platform, tx, actor, { id, isPromoted, isLatest })
    else if (publishAt) await schedule(platform, tx, actor, { id, publishAt, isLatest })
    else await publishNow(platform, tx, actor, await readVersion(tx, id), isLatest)
    return readVersion(tx, id)
  })

type More = { id: string; isPromoted: boolean; isLatest: boolean }

/** For a version that customers can download already. */
async function reachMore(platform: Platform, tx: Database, actor: Actor, { id, isPromoted, isLatest }: More) {
  if (isPromoted)
    await audit(tx, actor, {
      action: 'version.promoted',
      subject: { kind: 'version', id },
      changes: { channel: ['beta', 'stable'] },
    })
  const becomesLatest = isLatest && (await markLatest(tx, actor, id))
  if (isPromoted) await announceRelease(platform, tx, actor, becomesLatest ? 'promoted-latest' : 'promoted', id)
  else if (becomesLatest) await announceRelease(platform, tx, actor, 'latest', id)
}

/** Seconds. */
const A_YEAR = 31_622_400

type Schedule = { id: string; publishAt: string; isLatest: boolean }

async function schedule(platform: Platform, tx: Database, actor: Actor, { id, publishAt, isLatest }: Schedule) {
  const seconds = await secondsUntil(tx, publishAt)
  if (seconds <= 0) throw badRequest(NOT_IN_THE_FUTURE, { publishAt: NOT_IN_THE_FUTURE })
  if (seconds > A_YEAR) throw badRequest(TOO_FAR_AHEAD, { publishAt: TOO_FAR_AHEAD })
  await updateVersion(tx, id, { publishAt, publishesAsLatest: isLatest })
  await platform.jobs.enqueue(tx, 'publish-version', { versionId: id }, { after: Math.ceil(seconds) })
  await audit(tx, actor, {
    action: 'version.scheduled',
    subject: { kind: 'version', id },
    changes: { publishAt: [null, publishAt], isLatest: [null, isLatest] },
  })
  await announceRelease(platform, tx, actor, 'scheduled', id)
}

export const cancelSchedule = ({ db }: Platform, actor: Actor, id: string): Promise<Version> =>
  db.transaction(async (tx) => {
    const { shown } = await lockShown(tx, id)
    if (shown.state !== 'scheduled') throw conflict(NOT_SCHEDULED)
    await updateVersion(tx, id, { publishAt: null, publishesAsLatest: false })
    await audit(tx, actor, {
      action: 'version.schedule-canceled',
      subject: { kind: 'version', id },
      changes: { publishAt: [shown.publishAt, null] },
    })
    return readVersion(tx, id)
  })

export const deleteDraft = ({ db, objects }: Platform, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const { stored, shown } = await lockShown(tx, id)
    if (!canDelete(shown)) throw conflict(ONLY_DRAFTS)
    const beside = await findPackageOf(tx, id)
    await deleteVersion(tx, id)
    if (beside) await objects.release(tx, beside.objectId)
    if (stored.objectId) await objects.release(tx, stored.objectId)
    await audit(tx, actor, {
      action: 'version.deleted',
      subject: { kind: 'version', id },
      changes: { version: [shown.version, null], platform: [shown.platform, null] },
    })
    return { message: 'Draft deleted' }
  })

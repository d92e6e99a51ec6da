import type { FeedParams } from '#contract/releases/updates.ts'
import type { Database } from '#server/database/database.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import { endedFeed, notAToken } from './addresses.ts'
import { isMandatory, pickOffer, rankVersions, type Candidate } from './offer.ts'
import { findBinding, findRelease, findRunningVersion, selectCandidates, type Release } from './queries.ts'
import { licenseIdIn, type UpdateTokens } from './update-token.ts'

/** The license whose device has this token, and why it may not run there; nothing when no device has it. */
export type ReadStanding = (deviceTokenHash: Buffer) => Promise<Standing | undefined>
type Standing = { licenseId: string; refusal: string | undefined }

type Desk = { db: Database; updateTokens: UpdateTokens; readStanding: ReadStanding }

/** What a device is offered. Without an offer `release` may still be the newest version, which others are offered. */
export type Offer = { release: Release | undefined; isOffered: boolean }

/** Read from the database each time: a version that is withdrawn is gone with the next question. */
export async function findOffer(desk: Desk, { updateToken, channel }: FeedParams) {
  const { licenseId, refusal } = await admit(desk, updateToken)
  const ranked = rankVersions(await selectCandidates(desk.db), channel)
  const offered = pickOffer(ranked, licenseId)
  if (refusal) await requireMandatory(desk, { licenseId, offered, refusal })
  const shown = offered ?? ranked[0]
  const found = shown && (await findRelease(desk.db, shown.id))
  const release = found && { ...found, minimumVersion: shown.minimumVersion }
  return { release, isOffered: offered !== undefined && release !== undefined } satisfies Offer
}

/** What the device of this license must run at least, by what stable offers it. */
export async function findMinimumFor(db: Database, licenseId: string) {
  const offered = pickOffer(rankVersions(await selectCandidates(db), 'stable'), licenseId)
  return offered?.minimumVersion ?? null
}

/** What devices must run at least once they are offered this version; a stable one is offered when it is the latest. */
export async function findMinimumOf(db: Database, { id, channel, minimumVersion }: Named) {
  const candidates = await selectCandidates(db)
  const asLatest = candidates.map((one) => ({ ...one, isLatest: one.id === id }))
  const ranked = rankVersions(channel === 'stable' ? asLatest : candidates, channel)
  return ranked.find((one) => one.id === id)?.minimumVersion ?? minimumVersion
}

type Named = Pick<Candidate, 'id' | 'channel' | 'minimumVersion'>

/** The file of a version that is still out. Whoever was offered it goes on with it, whatever the rollout has become. */
export async function findFile(
  desk: Desk,
  { updateToken, channel, versionId, fileName }: FeedParams & { versionId: string; fileName: string },
) {
  const { licenseId, refusal } = await admit(desk, updateToken)
  if (refusal) {
    const offered = pickOffer(rankVersions(await selectCandidates(desk.db), channel), licenseId)
    await requireMandatory(desk, { licenseId, offered, refusal })
  }
  const release = await findRelease(desk.db, versionId)
  // Updaters also ask for what belongs beside a file, by its name and another ending.
  if (release?.fileName !== fileName) throw notFound('File')
  return release
}

type Locked = { licenseId: string; offered: Candidate | undefined; refusal: string }

/** A device whose license may not run gets the updates that it must have: a fault that they mend is there while it is locked, too. */
async function requireMandatory({ db }: Desk, { licenseId, offered, refusal }: Locked) {
  const running = await findRunningVersion(db, licenseId)
  if (!offered || !isMandatory(offered, running?.appVersion)) throw forbidden(refusal)
}

/** The license of the device that this token was made for: 400 when it is no token, 404 when it has ended. */
async function admit(desk: Desk, token: string): Promise<Standing> {
  const licenseId = licenseIdIn(token)
  if (!licenseId) throw notAToken(token)
  const hash = await boundTo(desk, token, licenseId)
  const standing = hash && (await desk.readStanding(hash))
  if (!standing) throw endedFeed()
  return standing
}

async function boundTo({ db, updateTokens }: Desk, token: string, licenseId: string) {
  const deviceTokenHash = (await findBinding(db, licenseId))?.deviceTokenHash
  return deviceTokenHash && updateTokens.isGenuine(token, deviceTokenHash) ? deviceTokenHash : undefined
}

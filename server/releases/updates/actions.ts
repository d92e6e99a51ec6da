import { compareVersions } from 'compare-versions'
import { audienceOf, type FeedChannel, type FeedParams } from '#contract/releases/updates.ts'
import { sharesLatest } from '#contract/releases/downloads.ts'
import type { Database } from '#server/database/database.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import { endedFeed, notAToken } from './addresses.ts'
import { isMandatory, pickOffer, rankVersions, type Candidate } from './offer.ts'
import { findBinding, findRelease, findRunningVersion, selectCandidates, type Release } from './queries.ts'
import { licenseIdIn, type UpdateTokens } from './update-token.ts'

export type ReadTokenStatus = (deviceTokenHash: Buffer) => Promise<TokenStatus | undefined>
type TokenStatus = { licenseId: string; refusal: string | undefined }

type UpdateContext = { db: Database; updateTokens: UpdateTokens; readTokenStatus: ReadTokenStatus }

/** The update for a device. Without an offer, `release` may still be the newest version, which others get. */
export type Offer = {
  release: Release | undefined
  isOffered: boolean
  /** The same version for arm64, for formats that name several files. */
  twin: Release | undefined
}

/** Read from the database each time, so that withdrawals take effect immediately. */
export async function findOffer(context: UpdateContext, { updateToken, channel }: FeedParams) {
  const { licenseId, refusal } = await admit(context, updateToken)
  const candidates = await selectCandidates(context.db)
  const ranked = rankFor(candidates, channel)
  const offered = pickOffer(ranked, licenseId)
  if (refusal) await requireMandatory(context, { licenseId, offered, refusal })
  const shown = offered ?? ranked[0]
  const found = shown && (await findRelease(context.db, shown.id))
  const release = found && { ...found, minimumVersion: shown.minimumVersion }
  const isOffered = offered !== undefined && release !== undefined
  const twin = offered && (await findTwin(context.db, { candidates, channel, licenseId, offered }))
  return { release, isOffered, twin } satisfies Offer
}

const rankFor = (candidates: Candidate[], feed: FeedChannel) => {
  const { channel, architecture } = audienceOf(feed)
  return rankVersions(candidates, channel, architecture)
}

type Sought = { candidates: Candidate[]; channel: FeedChannel; licenseId: string; offered: Candidate }

/** Only if an arm64 device is offered that very version. */
async function findTwin(db: Database, { candidates, channel, licenseId, offered }: Sought) {
  if (offered.architecture === 'arm64') return undefined
  const twin = pickOffer(rankVersions(candidates, audienceOf(channel).channel, 'arm64'), licenseId)
  const isSame = twin?.architecture === 'arm64' && compareVersions(twin.version, offered.version) === 0
  return isSame ? findRelease(db, twin.id) : undefined
}

/** The minimum version of this license's device, from stable versions. */
export async function findMinimumFor(db: Database, licenseId: string) {
  const offered = pickOffer(rankVersions(await selectCandidates(db), 'stable'), licenseId)
  return offered?.minimumVersion ?? null
}

/** The minimum that counts once this version is the latest of its channel. */
export async function findMinimumOf(db: Database, version: Candidate) {
  const others = (await selectCandidates(db)).filter(({ id }) => id !== version.id)
  const isLatest = version.channel === 'stable'
  const asLatest = others.map((one) => (isLatest && sharesLatest(one, version) ? { ...one, isLatest: false } : one))
  const architecture = version.architecture === 'arm64' ? 'arm64' : 'x64'
  const ranked = rankVersions([...asLatest, { ...version, isLatest }], version.channel, architecture)
  return ranked.find(({ id }) => id === version.id)?.minimumVersion ?? version.minimumVersion
}

/** The file of an active version, whatever its rollout: a started update may finish. */
export async function findFile(
  context: UpdateContext,
  { updateToken, channel, versionId, fileName }: FeedParams & { versionId: string; fileName: string },
) {
  const { licenseId, refusal } = await admit(context, updateToken)
  if (refusal) {
    const offered = pickOffer(rankFor(await selectCandidates(context.db), channel), licenseId)
    await requireMandatory(context, { licenseId, offered, refusal })
  }
  const release = await findRelease(context.db, versionId)
  // Updaters also request related files with other extensions.
  if (release?.fileName !== fileName) throw notFound('File')
  return release
}

type Locked = { licenseId: string; offered: Candidate | undefined; refusal: string }

/** Locked devices get mandatory updates, which may fix the cause. */
async function requireMandatory({ db }: UpdateContext, { licenseId, offered, refusal }: Locked) {
  const running = await findRunningVersion(db, licenseId)
  if (!offered || !isMandatory(offered, running?.appVersion)) throw forbidden(refusal)
}

/** The license of the token's device. 400 for a malformed token, 404 for an expired one. */
async function admit(context: UpdateContext, token: string): Promise<TokenStatus> {
  const licenseId = licenseIdIn(token)
  if (!licenseId) throw notAToken(token)
  const hash = await boundTo(context, token, licenseId)
  const status = hash && (await context.readTokenStatus(hash))
  if (!status) throw endedFeed()
  return status
}

async function boundTo({ db, updateTokens }: UpdateContext, token: string, licenseId: string) {
  const deviceTokenHash = (await findBinding(db, licenseId))?.deviceTokenHash
  return deviceTokenHash && updateTokens.isGenuine(token, deviceTokenHash) ? deviceTokenHash : undefined
}

import { compareVersions } from 'compare-versions'
import { audienceOf, PUBLIC_TOKEN, type FeedChannel, type FeedParams } from '#contract/releases/updates.ts'
import type { Channel } from '#contract/releases/channels.ts'
import { sharesLatest } from '#contract/releases/downloads.ts'
import { isComparable } from '#contract/releases/files.ts'
import type { Database } from '#server/database/database.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import { endedFeed, notAToken, notPublic } from './addresses.ts'
import { semverOf } from './feeds/version-number.ts'
import { isInRollout, isMandatory, pickOffer, rankVersions, type Candidate, type LicenseId } from './offer.ts'
import { selectCandidates, type Release } from './queries.ts'
import type { Rank, Releases } from './releases.ts'
import { licenseIdIn, type UpdateTokens } from './update-token.ts'

export type ReadTokenStatus = (licenseId: string) => Promise<TokenStatus | undefined>
type TokenStatus = { deviceTokenHash: Buffer; refusal: string | undefined }

type UpdateContext = {
  releases: Releases
  updateTokens: UpdateTokens
  readTokenStatus: ReadTokenStatus
  /** For every device, whatever its license. */
  publicChannels: readonly Channel[]
}

/** The update for a device. With a license but no offer, `release` is the newest version, which others get. */
export type Offer = {
  release: Release | undefined
  isOffered: boolean
  /** The same version for arm64, for formats that name several files. */
  twin: Release | undefined
}

/** Read from the database each time, so that withdrawals take effect immediately. */
export async function findOffer(context: UpdateContext, { updateToken, channel }: FeedParams) {
  const admitted = admit(context, { updateToken, channel })
  const [{ licenseId, refusal }, rank] = await Promise.all([admitted, context.releases.rank()])
  const ranked = rank(audienceOf(channel))
  const offered = pickOffer(ranked, licenseId)
  if (licenseId && refusal) await requireMandatory(context, { licenseId, offered, refusal })
  const shown = offered ?? (licenseId ? ranked[0] : undefined)
  const sought = offered && twinOf(rank, { channel, licenseId, offered })
  const [found, twin] = await Promise.all([
    shown && context.releases.find(shown.id),
    sought && context.releases.find(sought.id),
  ])
  const release = shown && found && { ...found, minimumVersion: shown.minimumVersion }
  const isOffered = offered !== undefined && release !== undefined
  return { release, isOffered, twin } satisfies Offer
}

type DeviceOffer = { channel: FeedChannel; licenseId: LicenseId; offered: Candidate }

/** Only if an arm64 device is offered that very version. */
function twinOf(rank: Rank, { channel, licenseId, offered }: DeviceOffer) {
  if (offered.architecture === 'arm64') return undefined
  const twin = pickOffer(rank({ ...audienceOf(channel), architecture: 'arm64' }), licenseId)
  const isSame = twin?.architecture === 'arm64' && compareVersions(twin.version, offered.version) === 0
  return isSame ? twin : undefined
}

/** The minimum version of this license's device, from stable versions. */
export async function findMinimumOfLicense(db: Database, licenseId: string) {
  const offered = pickOffer(rankVersions(await selectCandidates(db), 'stable'), licenseId)
  return offered?.minimumVersion ?? null
}

/** The minimum that counts once this version is the latest of its channel. */
export async function findMinimumOnceLatest(db: Database, version: Candidate) {
  const others = (await selectCandidates(db)).filter(({ id }) => id !== version.id)
  const isLatest = version.channel === 'stable'
  const asLatest = others.map((one) => (isLatest && sharesLatest(one, version) ? { ...one, isLatest: false } : one))
  const architecture = version.architecture === 'arm64' ? 'arm64' : 'x64'
  const ranked = rankVersions([...asLatest, { ...version, isLatest }], version.channel, architecture)
  return ranked.find(({ id }) => id === version.id)?.minimumVersion ?? version.minimumVersion
}

export type FileParams = FeedParams & { versionId: string; fileName: string }

/** The file of an active version, whatever its rollout: a started update may finish. */
export async function findFile(context: UpdateContext, params: FileParams) {
  const release = await findActive(context, params, await admitToFiles(context, params))
  // Updaters also request related files with other extensions.
  if (release?.fileName !== params.fileName) throw notFound('File')
  return release
}

/**
 * For the device that gets the file of `versionId`: the block map of that version, or of the one with this number, which the device runs.
 * That one may be withdrawn.
 */
export async function findBlockMap(context: UpdateContext, { number, ...params }: FileParams & { number: string }) {
  const mayHave = await admitToFiles(context, params)
  const release = await findActive(context, params, mayHave)
  if (!release) throw notFound('File')
  const maps = (await context.releases.blockMapsOf(release.platform)).filter(({ versionId }) => mayHave(versionId))
  const alike = maps.filter(({ version }) => isComparable(version) && semverOf(version) === number)
  const own = alike.find(({ versionId }) => versionId === release.id)
  const found = own ?? alike.find((one) => sharesLatest(one, release)) ?? alike[0]
  if (!found) throw notFound('File')
  return found.object
}

/** The package of an active version, for the architecture of the channel first. */
export async function findPackage(context: UpdateContext, { fileName, ...params }: FeedParams & { fileName: string }) {
  const mayHave = await admitToFiles(context, params)
  const found = await context.releases.packagesNamed(fileName)
  const isArm64 = audienceOf(params.channel).architecture === 'arm64'
  const fitting = found.filter(
    ({ versionId, architecture }) => mayHave(versionId) && (isArm64 || architecture !== 'arm64'),
  )
  const one = fitting.find(({ architecture }) => architecture === 'arm64') ?? fitting[0]
  if (!one) throw notFound('File')
  return one
}

type MayHave = (versionId: string) => boolean

const findActive = async ({ releases }: UpdateContext, { versionId }: FileParams, mayHave: MayHave) =>
  mayHave(versionId) ? releases.find(versionId) : undefined

/** Returns whether the device may have the files of a version. */
async function admitToFiles(context: UpdateContext, { updateToken, channel }: FeedParams): Promise<MayHave> {
  const { licenseId, refusal, isAdmittedByChannel } = await admit(context, { updateToken, channel })
  const rankOwn = async () => (await context.releases.rank())(audienceOf(channel))
  if (isAdmittedByChannel) {
    const ranked = await rankOwn()
    return (id) => ranked.some((one) => one.id === id && isInRollout(one, licenseId))
  }
  if (licenseId && refusal)
    await requireMandatory(context, { licenseId, offered: pickOffer(await rankOwn(), licenseId), refusal })
  return () => true
}

type LockedDevice = { licenseId: string; offered: Candidate | undefined; refusal: string }

/** Locked devices get mandatory updates, which may fix the cause. */
async function requireMandatory({ releases }: UpdateContext, { licenseId, offered, refusal }: LockedDevice) {
  const running = await releases.runningOn(licenseId)
  if (!offered || !isMandatory(offered, running)) throw forbidden(refusal)
}

type Device = {
  licenseId: LicenseId
  refusal: string | undefined
  /** Only the public channel lets it in, so it gets the files of that channel only. */
  isAdmittedByChannel: boolean
}

/** The license of the token's device, if it needs one. 400 for a malformed token, 403 for a channel that is not public, 404 for an expired token. */
async function admit(context: UpdateContext, { updateToken: token, channel }: FeedParams): Promise<Device> {
  const { readTokenStatus, updateTokens, publicChannels } = context
  const isPublic = publicChannels.includes(audienceOf(channel).channel)
  if (token === PUBLIC_TOKEN) {
    if (!isPublic) throw notPublic()
    return { licenseId: undefined, refusal: undefined, isAdmittedByChannel: true }
  }
  const licenseId = licenseIdIn(token)
  if (!licenseId) throw notAToken(token)
  const status = await readTokenStatus(licenseId)
  if (!status || !updateTokens.isGenuine(token, status.deviceTokenHash)) throw endedFeed()
  const isAdmittedByChannel = isPublic && status.refusal !== undefined
  return { licenseId, refusal: isPublic ? undefined : status.refusal, isAdmittedByChannel }
}

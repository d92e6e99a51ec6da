import { compareVersions } from 'compare-versions'
import type { Channel } from '#contract/releases/channels.ts'
import { sharesLatest, type Architecture } from '#contract/releases/downloads.ts'
import { DEFAULT_PLATFORM, isComparable } from '#contract/releases/files.ts'
import { sha256 } from '#server/platform/hashing.ts'

/** An active version with a file. After ranking, `minimumVersion` is the effective one. */
export type Candidate = {
  id: string
  version: string
  platform: string
  architecture: Architecture
  channel: Channel
  isLatest: boolean
  rolloutPercent: number
  minimumVersion: string | null
}

/**
 * Versions of a channel for devices of an architecture, newest first. Stable starts with the publisher's latest, beta also includes betas.
 * Excludes incomparable versions and other platforms.
 */
export function rankVersions<One extends Candidate>(
  candidates: One[],
  channel: Channel,
  architecture: Exclude<Architecture, 'any'> = 'x64',
): One[] {
  const comparable = candidates.filter(({ version }) => isComparable(version))
  const platform = platformOf(comparable)
  const own = comparable.filter((one) => one.platform === platform && fits(one, architecture))
  const latest = own.filter(({ isLatest }) => isLatest).toSorted(newestFirst)[0]
  const ranked = own.filter((one) => (one.channel === 'stable' ? isUpTo(latest, one) : channel === 'beta'))
  return carryMinimums(ranked.toSorted(newestFirst))
}

/** The platform of the latest for most devices. */
function platformOf(candidates: Candidate[]) {
  const latest = candidates.filter(({ isLatest }) => isLatest)
  const main = latest.find((one) => sharesLatest(one, { architecture: 'any' })) ?? latest[0]
  return main?.platform ?? DEFAULT_PLATFORM
}

const fits = (one: Candidate, architecture: Architecture) =>
  one.architecture === 'any' || one.architecture === architecture

/** Of one version, the file for the device's own architecture comes first. */
const newestFirst = (one: Candidate, other: Candidate) =>
  compareVersions(other.version, one.version) ||
  Number(other.isLatest) - Number(one.isLatest) ||
  Number(one.architecture === 'any') - Number(other.architecture === 'any')

/** Carries the highest minimum of earlier versions: a later version cannot lower it. */
function carryMinimums<One extends Candidate>(newestFirst: One[]): One[] {
  let highest: string | null = null
  const oldestFirst = newestFirst.toReversed().map((one) => {
    highest = higherOf(highest, one.minimumVersion)
    return { ...one, minimumVersion: highest }
  })
  return oldestFirst.toReversed()
}

const higherOf = (before: string | null, minimum: string | null) =>
  before === null || (minimum !== null && compareVersions(minimum, before) > 0) ? minimum : before

/** Versions above the publisher's latest are not offered. */
const isUpTo = (latest: Candidate | undefined, { version }: Candidate) =>
  latest !== undefined && compareVersions(version, latest.version) <= 0

/** The newest version whose rollout includes this license. */
export const pickOffer = <One extends Candidate>(ranked: One[], licenseId: LicenseId) =>
  ranked.find((version) => isInRollout(version, licenseId))

/** Without a license, a device gets what every device gets. */
export type LicenseId = string | undefined

/** Stable per device and version: a higher percentage only adds devices. */
export const isInRollout = ({ id, rolloutPercent }: Pick<Candidate, 'id' | 'rolloutPercent'>, licenseId: LicenseId) =>
  rolloutPercent >= 100 || (licenseId !== undefined && lotOf(id, licenseId) < rolloutPercent)

const lotOf = (versionId: string, licenseId: string) => sha256(`${versionId}:${licenseId}`).readUInt32BE() % 100

const isKnown = (running: string | null | undefined): running is string => !!running && isComparable(running)

/** An unknown running version counts as older. */
export const isNewer = ({ version }: Pick<Candidate, 'version'>, running: string | null | undefined) =>
  !isKnown(running) || compareVersions(version, running) > 0

export const isMandatory = (
  { minimumVersion }: Pick<Candidate, 'minimumVersion'>,
  running: string | null | undefined,
) => minimumVersion !== null && isKnown(running) && compareVersions(running, minimumVersion) < 0

import { createHash } from 'node:crypto'
import { compareVersions } from 'compare-versions'
import type { Channel } from '#contract/releases/downloads.ts'
import { DEFAULT_PLATFORM, isComparable } from '#contract/releases/files.ts'

/** A version that could be offered: active, with its file there. Ranked, `minimumVersion` is what counts when it is offered. */
export type Candidate = {
  id: string
  version: string
  platform: string
  channel: Channel
  isLatest: boolean
  rolloutPercent: number
  minimumVersion: string | null
}

/**
 * The versions of a channel, the newest first. Stable begins with the one its publisher calls the latest; beta has the betas
 * beside it. What goes by a number that cannot be compared, or is for another platform, is never offered.
 */
export function rankVersions<One extends Candidate>(candidates: One[], channel: Channel): One[] {
  const comparable = candidates.filter(({ version }) => isComparable(version))
  const latest = comparable.find(({ isLatest }) => isLatest)
  const platform = latest?.platform ?? DEFAULT_PLATFORM
  const ranked = comparable
    .filter((one) => one.platform === platform && (one.channel === 'stable' ? isUpTo(latest, one) : channel === 'beta'))
    .toSorted(
      (one, other) => compareVersions(other.version, one.version) || Number(other.isLatest) - Number(one.isLatest),
    )
  return carryMinimums(ranked)
}

/** The highest minimum of a version and those below it: a later version that asks for less, or for nothing, takes none back. */
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

/** Whatever the publisher has not called the latest yet is not offered, however high its number. */
const isUpTo = (latest: Candidate | undefined, { version }: Candidate) =>
  latest !== undefined && compareVersions(version, latest.version) <= 0

/** The newest version that this license is in for. */
export const pickOffer = <One extends Candidate>(ranked: One[], licenseId: string) =>
  ranked.find((version) => isInRollout(version, licenseId))

/** The same device gets the same answer, another one for another version; a higher percentage only adds devices. */
export const isInRollout = ({ id, rolloutPercent }: Pick<Candidate, 'id' | 'rolloutPercent'>, licenseId: string) =>
  rolloutPercent >= 100 || lotOf(id, licenseId) < rolloutPercent

const lotOf = (versionId: string, licenseId: string) =>
  createHash('sha256').update(`${versionId}:${licenseId}`).digest().readUInt32BE() % 100

const isKnown = (running: string | null | undefined): running is string => !!running && isComparable(running)

/** An application that does not say what it is counts as older. */
export const isNewer = ({ version }: Pick<Candidate, 'version'>, running: string | null | undefined) =>
  !isKnown(running) || compareVersions(version, running) > 0

/** What runs is older than the new version asks for. */
export const isMandatory = (
  { minimumVersion }: Pick<Candidate, 'minimumVersion'>,
  running: string | null | undefined,
) => minimumVersion !== null && isKnown(running) && compareVersions(running, minimumVersion) < 0

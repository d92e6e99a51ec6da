import { compareVersions } from 'compare-versions'
import { sharesLatest } from '#contract/releases/downloads.ts'
import { isComparable, type Version } from '#contract/releases/files.ts'
import type { VersionImpact } from '#contract/releases/reach.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findMinimumOnceLatest } from '#server/releases/updates/actions.ts'
import {
  countDevicesOn,
  countOrganizations,
  findShownVersion,
  listActiveAdmins,
  listRunningVersions,
  listVersions,
} from './queries.ts'

/** Returns what customers and devices get when a version is made the latest or withdrawn. Changes nothing. */
export async function readImpact({ db }: Platform, id: string): Promise<VersionImpact> {
  const version = await findShownVersion(db, id)
  if (!version) throw notFound('Version')
  const replacement = replacementOf(version, await listVersions(db))
  const running = (await listRunningVersions(db)).map((row) => row.version)
  const countOlder = (than: NumberedVersion) =>
    countDevicesOn(
      db,
      running.filter((one) => isOlder(one, than)),
      { withUnknown: isComparable(than.version) },
    )

  return {
    organizations: await countOrganizations(db),
    administrators: (await listActiveAdmins(db)).length,
    running: await countDevicesOn(db, [version.version], { withUnknown: false }),
    older: await countOlder(version),
    minimumVersion: await findMinimumOnceLatest(db, version),
    replacement: replacement ? { ...replacement, older: await countOlder(replacement) } : null,
  }
}

type NumberedVersion = Pick<Version, 'version'>

/** As in the update feeds: a version that cannot be compared counts as older. */
const isOlder = (running: string, { version }: NumberedVersion) =>
  isComparable(version) && (!isComparable(running) || compareVersions(running, version) < 0)

/** The version to offer as the latest instead: the highest below it on its platform that customers can download. */
function replacementOf(version: Pick<Version, 'id' | 'platform' | 'architecture' | 'version'>, versions: Version[]) {
  const candidates = versions.filter(
    ({ id, platform, architecture, channel, isActive, hasFile }) =>
      id !== version.id &&
      platform === version.platform &&
      sharesLatest({ architecture }, version) &&
      channel === 'stable' &&
      isActive &&
      hasFile,
  )
  if (!isComparable(version.version)) return candidates[0]
  return candidates
    .filter((one) => isComparable(one.version) && compareVersions(one.version, version.version) <= 0)
    .toSorted((one, other) => compareVersions(other.version, one.version))[0]
}

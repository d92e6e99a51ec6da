import type { UpdateManifest } from '#contract/releases/updates.ts'
import { isMandatory, isNewer } from '#server/releases/updates/offer.ts'
import { pathOf, type Situation } from './feed.ts'

/** For applications with their own updater; undefined if the running version is not older. */
export function manifestOf(
  { release, isOffered, address }: Situation,
  running: string | undefined,
): UpdateManifest | undefined {
  if (!release || !isOffered || !isNewer(release, running)) return undefined
  const { version, platform, architecture, fileName, minimumVersion, notes, createdAt, object } = release
  return {
    version,
    platform,
    architecture,
    fileName,
    fileSize: object.size ?? 0,
    downloadUrl: `${address}${pathOf(release)}`,
    sha256: object.sha256 ?? '',
    sha512: object.sha512 ?? '',
    mandatory: isMandatory(release, running),
    minimumVersion,
    releaseNotes: notes,
    publishedAt: createdAt,
  }
}

import { applicationTypeOf } from '#contract/releases/file-names.ts'
import type { Release } from '#server/releases/updates/queries.ts'
import { NOTHING, pathOf, unsuitable, type Feed, type Situation } from './feed.ts'
import { notesAsText } from './notes.ts'
import { semverOf } from './version-number.ts'
import { yamlOf } from './yaml.ts'

const ONLY_EXE = 'electron-updater installs .exe files only, and this version is none.'
const ONLY_SEMVER = 'electron-updater reads versions of three numbers only, like 2.4.1 or 2.4.1-beta.2.'

/** electron-updater's generic provider. Devices outside the rollout get the newest version with a staging percentage of 0. */
export async function electronFeed({ release, isOffered, twin }: Situation): Promise<Feed> {
  if (!release) throw unsuitable(NOTHING)
  const version = semverOf(release.version)
  if (applicationTypeOf(release.fileName) !== '.exe') throw unsuitable(ONLY_EXE)
  if (!version) throw unsuitable(ONLY_SEMVER)
  const { object, notes, createdAt } = release
  const path = numberedPathOf(release, version)
  const { sha512, size } = object
  const feed = {
    version,
    files: [{ url: path, sha512, size }, ...fileOf(twin, version)],
    path,
    sha512,
    releaseDate: createdAt,
    ...(notes && { releaseName: notes.title, releaseNotes: notesAsText(notes) }),
    ...(!isOffered && { stagingPercentage: 0 }),
  }
  return { type: 'application/yaml; charset=utf-8', body: await yamlOf(feed) }
}

/** electron-updater finds the block map of the version that runs by replacing the number in the address. */
const numberedPathOf = ({ id, fileName, hasBlockMap }: Release, number: string) =>
  hasBlockMap ? `files/${id}/${number}/${encodeURIComponent(fileName)}` : pathOf({ id, fileName })

/** In the folder of any channel. electron-updater takes the file whose address contains its own architecture, else the first. */
function fileOf(twin: Situation['twin'], version: string) {
  if (!twin || applicationTypeOf(twin.fileName) !== '.exe') return []
  const { sha512, size } = twin.object
  return [{ url: `../stable-arm64/${numberedPathOf(twin, version)}`, sha512, size }]
}

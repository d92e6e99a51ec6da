import { stringify } from 'yaml'
import { applicationTypeOf } from '#contract/releases/files.ts'
import { NOTHING, pathOf, unsuitable, type Feed, type Situation } from './feed.ts'
import { notesAsText } from './notes.ts'
import { semverOf } from './version-number.ts'

const ONLY_EXE = 'electron-updater installs .exe files only, and this version is none.'
const ONLY_SEMVER = 'electron-updater reads versions of three numbers only, like 2.4.1 or 2.4.1-beta.2.'

/** electron-updater's generic provider. Who is not offered the newest version learns of it, and that nobody is to install it. */
export function electronFeed({ release, isOffered }: Situation): Feed {
  if (!release) throw unsuitable(NOTHING)
  const version = semverOf(release.version)
  if (applicationTypeOf(release.fileName) !== '.exe') throw unsuitable(ONLY_EXE)
  if (!version) throw unsuitable(ONLY_SEMVER)
  const { object, notes, createdAt } = release
  const path = pathOf(release)
  const { sha512, size } = object
  const feed = {
    version,
    files: [{ url: path, sha512, size }],
    path,
    sha512,
    releaseDate: createdAt,
    ...(notes && { releaseName: notes.title, releaseNotes: notesAsText(notes) }),
    ...(!isOffered && { stagingPercentage: 0 }),
  }
  return { type: 'application/yaml; charset=utf-8', body: yamlOf(feed) }
}

/** As the older YAML 1.1 understands it, too: what looks like a date or a number and is a text stands in quotes. */
export const yamlOf = (content: object) => stringify(content, { version: '1.1', lineWidth: 0 })

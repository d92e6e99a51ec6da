import { NOT_A_PACKAGE_NUMBER } from '#contract/releases/packages.ts'
import type { OfferedPackage, Release } from '#server/releases/updates/queries.ts'
import { unsuitable, type Feed, type Situation } from './feed.ts'
import { notesAsMarkdown, notesAsPage } from './notes.ts'
import { semverOf } from './version-number.ts'

const NO_PACKAGE = 'Velopack installs packages (.nupkg), and this version has none.'

/** Velopack. An empty list is its answer for 'no update'. */
export function velopackFeed({ release, isOffered }: Situation, found: OfferedPackage | undefined): Feed {
  const assets = release && isOffered ? [assetOf(release, found)] : []
  return { type: 'application/json; charset=utf-8', body: JSON.stringify({ Assets: assets }) }
}

/** Checksums are compared with uppercase digits. The file name is the address too, and in some clients a path: it has no folder. */
function assetOf({ version, notes }: Release, found: OfferedPackage | undefined) {
  const number = semverOf(version)
  if (!number) throw unsuitable(NOT_A_PACKAGE_NUMBER)
  if (!found) throw unsuitable(NO_PACKAGE)
  const { packageId, fileName, sha1, object } = found
  return {
    PackageId: packageId,
    Version: number,
    Type: 'Full',
    FileName: fileName,
    SHA1: sha1.toUpperCase(),
    SHA256: object.sha256?.toUpperCase(),
    Size: object.size,
    NotesMarkdown: notes ? notesAsMarkdown(notes) : '',
    NotesHTML: notes ? notesAsPage(notes) : '',
  }
}

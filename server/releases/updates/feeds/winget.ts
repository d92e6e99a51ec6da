import { applicationTypeOf } from '#contract/releases/file-names.ts'
import type { Release } from '#server/releases/updates/queries.ts'
import { yamlOf } from './electron.ts'
import { NOTHING, pathOf, unsuitable, type Feed, type Situation } from './feed.ts'
import { notesAsText } from './notes.ts'

const NO_ARCHIVE = 'winget installs .exe and .msi files only, and this version is a .zip.'
const NOTES_MAX = 10_000

/** A singleton manifest for 'winget install --manifest'. Schema: aka.ms/winget-manifest.singleton.1.6.0.schema.json */
export function wingetFeed({ release, isOffered, twin, address, productName, vendorName }: Situation): Feed {
  if (!release || !isOffered) throw unsuitable(NOTHING)
  const type = applicationTypeOf(release.fileName)
  if (type !== '.exe' && type !== '.msi') throw unsuitable(NO_ARCHIVE)
  const { version, notes, createdAt } = release
  const manifest = {
    PackageIdentifier: `${segmentOf(vendorName, 'Vendor')}.${segmentOf(productName, 'Product')}`,
    PackageVersion: version,
    PackageLocale: 'en-US',
    Publisher: vendorName,
    PackageName: productName,
    License: 'Proprietary',
    ShortDescription: `${productName} by ${vendorName}`.slice(0, 256),
    ReleaseDate: createdAt.slice(0, 10),
    ...(notes && { ReleaseNotes: `${notes.title}\n\n${notesAsText(notes)}`.trim().slice(0, NOTES_MAX) }),
    Installers: [installerOf(release, type, address), ...twinOf(twin, address)],
    ManifestType: 'singleton',
    ManifestVersion: '1.6.0',
  }
  return { type: 'application/yaml; charset=utf-8', body: yamlOf(manifest) }
}

type Installable = '.exe' | '.msi'

const installerOf = (release: Release, type: Installable, address: string) => ({
  Architecture: architectureOf(release),
  InstallerType: type.slice(1),
  InstallerUrl: `${address}${pathOf(release)}`,
  InstallerSha256: release.object.sha256?.toUpperCase(),
})

function twinOf(twin: Situation['twin'], address: string) {
  const type = twin && applicationTypeOf(twin.fileName)
  return twin && (type === '.exe' || type === '.msi') ? [installerOf(twin, type, address)] : []
}

/** Letters and digits, limited by the schema. */
const segmentOf = (name: string, fallback: string) => name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 32) || fallback

/** A file for any is named by its platform: 'Windows', 'Windows ARM64', 'Windows 32-bit'. */
function architectureOf({ architecture, platform }: Pick<Release, 'architecture' | 'platform'>) {
  if (architecture !== 'any') return architecture
  if (/arm/i.test(platform)) return 'arm64'
  return /x86(?![-_]?64)|32/i.test(platform) ? 'x86' : 'x64'
}

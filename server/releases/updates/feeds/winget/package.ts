import { applicationTypeOf } from '#contract/releases/file-names.ts'
import { NOTHING, pathOf, type Situation } from '#server/releases/updates/feeds/feed.ts'
import { notesAsText } from '#server/releases/updates/feeds/notes.ts'
import type { Release } from '#server/releases/updates/queries.ts'

const NO_ARCHIVE = 'winget installs .exe and .msi files only, and this version is a .zip.'
const NOTES_MAX = 10_000

type Names = Pick<Situation, 'productName' | 'vendorName'>

/** In the manifest and in the source: letters and digits, limited by the schema. */
export const identifierOf = ({ vendorName, productName }: Names) =>
  `${segmentOf(vendorName, 'Vendor')}.${segmentOf(productName, 'Product')}`

const segmentOf = (name: string, fallback: string) => name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 32) || fallback

/** The package that this device is offered, or why there is none. */
export function packageOf(situation: Situation) {
  const { release, isOffered, twin, address } = situation
  if (!release || !isOffered) return { refusal: NOTHING }
  const type = installerTypeOf(release)
  if (!type) return { refusal: NO_ARCHIVE }
  return {
    identifier: identifierOf(situation),
    version: release.version,
    locale: localeOf(release, situation),
    releaseDate: release.createdAt.slice(0, 10),
    installers: [installerOf(release, type, address), ...twinOf(twin, address)],
  }
}
export type WingetPackage = Extract<ReturnType<typeof packageOf>, { identifier: string }>

const localeOf = ({ notes }: Release, { productName, vendorName }: Names) => ({
  PackageLocale: 'en-US',
  Publisher: vendorName,
  PackageName: productName,
  License: 'Proprietary',
  ShortDescription: `${productName} by ${vendorName}`.slice(0, 256),
  ...(notes && { ReleaseNotes: `${notes.title}\n\n${notesAsText(notes)}`.trim().slice(0, NOTES_MAX) }),
})

type InstallerType = 'exe' | 'msi'

function installerTypeOf({ fileName }: Release): InstallerType | undefined {
  const type = applicationTypeOf(fileName)
  if (type === '.exe') return 'exe'
  return type === '.msi' ? 'msi' : undefined
}

const installerOf = (release: Release, type: InstallerType, address: string) => ({
  Architecture: architectureOf(release),
  InstallerType: type,
  InstallerUrl: `${address}${pathOf(release)}`,
  InstallerSha256: release.object.sha256?.toUpperCase(),
})

function twinOf(twin: Situation['twin'], address: string) {
  const type = twin && installerTypeOf(twin)
  return twin && type ? [installerOf(twin, type, address)] : []
}

/** A file for any is named by its platform: 'Windows', 'Windows ARM64', 'Windows 32-bit'. */
function architectureOf({ architecture, platform }: Pick<Release, 'architecture' | 'platform'>) {
  if (architecture !== 'any') return architecture
  if (/arm/i.test(platform)) return 'arm64'
  return /x86(?![-_]?64)|32/i.test(platform) ? 'x86' : 'x64'
}

import type { FeedChannel } from '#contract/releases/updates.ts'
import type { WingetResult, WingetInformation, WingetManifest, WingetSearch } from '#contract/releases/winget.ts'
import type { Feed, Situation } from '#server/releases/updates/feeds/feed.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { identifierOf, packageOf } from './package.ts'
import { isSought } from './search.ts'

/** winget takes the highest that it knows. The fields used here are the same in all. */
const VERSIONS = ['1.0.0', '1.1.0', '1.4.0', '1.5.0', '1.6.0', '1.7.0']

const OTHER = 'This source has no such package, or not in this version.'

const jsonOf = (content: WingetInformation | WingetManifest): Feed => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(content),
})

/** A search with an unsupported field would fail, so none is declared as such: it finds nothing. */
export const wingetInformation = (situation: Situation, channel: FeedChannel) =>
  jsonOf({
    Data: {
      SourceIdentifier: `${identifierOf(situation)}.${channel}`,
      ServerSupportedVersions: VERSIONS,
      UnsupportedPackageMatchFields: [],
      RequiredPackageMatchFields: [],
      UnsupportedQueryParameters: [],
      RequiredQueryParameters: [],
    },
  })

export function wingetFound(situation: Situation, search: WingetSearch): WingetResult {
  const found = packageOf(situation)
  if (found.refusal !== undefined || !isSought(search, found)) return { Data: [] }
  const { identifier, version, locale } = found
  const { PackageName, Publisher } = locale
  const versions = [{ PackageVersion: version }]
  return { Data: [{ PackageIdentifier: identifier, PackageName, Publisher, Versions: versions }] }
}

type PackageRequest = { packageIdentifier: string; version: string | undefined }

export function wingetPackage(situation: Situation, asked: PackageRequest) {
  const found = packageOf(situation)
  if (found.refusal !== undefined) throw noPackage(found.refusal)
  const { identifier, version, locale, releaseDate, installers } = found
  const isVersion = asked.version === undefined || isSame(asked.version, version)
  if (!isSame(asked.packageIdentifier, identifier) || !isVersion) throw noPackage(OTHER)
  const dated = installers.map((installer) => ({ ...installer, ReleaseDate: releaseDate }))
  const offered = { PackageVersion: version, DefaultLocale: locale, Installers: dated }
  return jsonOf({ Data: { PackageIdentifier: identifier, Versions: [offered] } })
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** winget reads a 404 with a code as an empty result, and any other as a failed source. */
const noPackage = (sentence: string) => new HttpError(404, sentence, { code: 'PACKAGE_NOT_FOUND' })

import * as z from 'zod/mini'

/** Shapes of winget's REST sources. The names of the fields are Microsoft's. */
const text = (max: number) => z.nullish(z.string().check(z.maxLength(max, `Must be at most ${max} characters`)))

const RequestMatch = z.object({ KeyWord: text(2000), MatchType: text(100) })
export type RequestMatch = z.infer<typeof RequestMatch>

const MatchFilter = z.object({ PackageMatchField: text(100), RequestMatch: z.nullish(RequestMatch) })
export type MatchFilter = z.infer<typeof MatchFilter>

const filters = z.nullish(z.array(MatchFilter).check(z.maxLength(100, 'Must be at most 100')))

export const WingetSearch = z.object({
  FetchAllManifests: z.nullish(z.boolean()),
  Query: z.nullish(RequestMatch),
  /** One of these must match, or the query. */
  Inclusions: filters,
  /** All of these must match. */
  Filters: filters,
})
export type WingetSearch = z.infer<typeof WingetSearch>

export const WingetInformation = z.object({
  Data: z.object({
    SourceIdentifier: z.string(),
    ServerSupportedVersions: z.array(z.string()),
    UnsupportedPackageMatchFields: z.array(z.string()),
    RequiredPackageMatchFields: z.array(z.string()),
    UnsupportedQueryParameters: z.array(z.string()),
    RequiredQueryParameters: z.array(z.string()),
  }),
})
export type WingetInformation = z.infer<typeof WingetInformation>

/** Empty, or the one package with the one version that the device is offered. */
export const WingetResult = z.object({
  Data: z.array(
    z.object({
      PackageIdentifier: z.string(),
      PackageName: z.string(),
      Publisher: z.string(),
      Versions: z.array(z.object({ PackageVersion: z.string() })),
    }),
  ),
})
export type WingetResult = z.infer<typeof WingetResult>

const DefaultLocale = z.object({
  PackageLocale: z.string(),
  Publisher: z.string(),
  PackageName: z.string(),
  License: z.string(),
  ShortDescription: z.string(),
  ReleaseNotes: z.optional(z.string()),
})

const Installer = z.object({
  Architecture: z.string(),
  InstallerType: z.string(),
  InstallerUrl: z.string(),
  InstallerSha256: z.optional(z.string()),
  ReleaseDate: z.string(),
})

export const WingetManifest = z.object({
  Data: z.object({
    PackageIdentifier: z.string(),
    Versions: z.array(z.object({ PackageVersion: z.string(), DefaultLocale, Installers: z.array(Installer) })),
  }),
})
export type WingetManifest = z.infer<typeof WingetManifest>

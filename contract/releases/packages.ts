import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { fileUrl } from './files.ts'

export const PACKAGE_TYPE = '.nupkg'

/** The full package that Velopack installs, beside the file of a version. Both are published and withdrawn together. */
export const ReleasePackage = z.object({
  versionId: z.uuid(),
  /** As its .nuspec says. */
  packageId: z.string(),
  /** In the update feed: the id, the number and '-full.nupkg'. */
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
})
export type ReleasePackage = z.infer<typeof ReleasePackage>

export const NO_PACKAGE =
  'This is no package of Velopack: it must be a .nupkg with one .nuspec that names its id and version.'
export const DELTA_PACKAGE = 'This is a delta package. Upload the full one, whose name ends with -full.nupkg.'
export const HAS_PACKAGE = 'This version already has its package. Publish a new version instead.'
export const NOT_A_PACKAGE_NUMBER = 'Velopack reads versions of three numbers only, like 2.4.1 or 2.4.1-beta.2.'
export const otherNumber = (inside: string, expected: string) =>
  `This package is version ${inside}, and the version is ${expected}.`

export const packages = {
  add: {
    method: 'PUT',
    url: '/api/admin/files/versions/:id/package',
    config: { access: 'admin', stepUp: true, consequence: 'publication' },
    schema: {
      summary: 'Add a Velopack package to a version that has none, or replace that of a draft',
      params: IdParams,
      body: z.object({
        /** The upload URL that took the .nupkg. */
        fileUrl,
      }),
      response: { 200: ReleasePackage, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>

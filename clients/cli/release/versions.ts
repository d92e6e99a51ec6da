import type { files, Version } from '#contract/releases/files.ts'
import { Refusal } from '#clients/cli/failures.ts'
import type { Api } from '#clients/cli/http/api.ts'
import { dayOf, sizeOf, table, type Outcome } from '#clients/cli/output.ts'
import type { LocalFile } from './file.ts'
import type { WantedRelease } from './wanted.ts'

export const listVersions = (api: Api) =>
  api.call<typeof files.versions>('GET', '/api/admin/files/versions', { isList: true })

type VersionRef = Pick<Version, 'id' | 'state'>

/** Where an admin publishes a draft, or finds the version. */
export const pageOf = ({ server }: Pick<Api, 'server'>, { id, state }: VersionRef) =>
  new URL(state === 'draft' ? `/admin/files?publish=${id}` : '/admin/files', server).href

/** The portal has one version of a number for arm64, and one for all other devices. */
export const findVersion = async (api: Api, { version, platform, architecture }: WantedRelease) =>
  (await listVersions(api)).find(
    (one) =>
      one.version === version &&
      one.platform === platform &&
      (one.architecture === 'arm64') === (architecture === 'arm64'),
  )

export const hasBytes = (version: Version, { sha256 }: LocalFile) => version.sha256 === sha256

/** In what a version is not the one that is wanted, as far as that can't be changed any more. */
export function differenceOf(found: Version, { architecture = found.architecture }: WantedRelease, file: LocalFile) {
  if (!found.hasFile) return 'without a file'
  if (!hasBytes(found, file)) return 'with another file'
  return found.architecture === architecture ? undefined : `for the architecture ${found.architecture}`
}

/** Refuses what a program may not decide: replacing a file that was published, or that a person scheduled. */
export function requireUsable(found: Version, wanted: WantedRelease, file: LocalFile, page: string) {
  const { version, state } = found
  if (state === 'withdrawn') throw new Refusal(`Version ${version} was withdrawn. An admin can offer it again: ${page}`)
  const difference = differenceOf(found, wanted, file)
  if (difference === undefined) return
  if (state === 'draft')
    throw new Refusal(
      `Version ${version} is already a draft ${difference}. Pass --replace-draft to use this file instead.`,
    )
  throw new Refusal(`Version ${version} is already ${state} ${difference}. Publish this file as a new version.`)
}

export async function listReleases(api: Api, limit: number | undefined): Promise<Outcome> {
  const versions = (await listVersions(api)).slice(0, limit)
  const rows = versions.map((one) => [
    one.version,
    one.platform,
    one.architecture,
    one.isLatest ? `${one.state}, latest` : one.state,
    one.channel,
    `${one.rolloutPercent}%`,
    one.fileName,
    one.hasFile ? sizeOf(one.fileSize) : null,
    dayOf(one.publishedAt),
  ])
  const head = ['VERSION', 'PLATFORM', 'ARCHITECTURE', 'STATE', 'CHANNEL', 'ROLLOUT', 'FILE', 'SIZE', 'PUBLISHED']
  return { data: versions, text: versions.length > 0 ? table(head, rows) : 'No versions yet.' }
}

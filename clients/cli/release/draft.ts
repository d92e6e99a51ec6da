import type { files, Version } from '#contract/releases/files.ts'
import type { publications } from '#contract/releases/publications.ts'
import { Refusal, TryAgain } from '#clients/cli/failures.ts'
import { CHANGED } from '#clients/cli/http/transport.ts'
import type { Api } from '#clients/cli/http/api.ts'
import type { LocalFile } from './file.ts'
import type { Notes } from './notes.ts'
import { upload } from './upload.ts'
import { differenceOf, findVersion, hasBytes, pageOf, requireUsable } from './versions.ts'
import type { WantedRelease } from './wanted.ts'

type Stderr = Parameters<typeof upload>[2]
type Making = { api: Api; wanted: WantedRelease; file: LocalFile; stderr: Stderr; isReplacing: boolean }

/** The version with this file: the one that an earlier run left, or a new draft. */
export async function provideVersion(making: Making): Promise<Version> {
  const { api, wanted, file, isReplacing } = making
  const found = await findVersion(api, wanted)
  if (found?.state === 'draft' && isReplacing && differenceOf(found, wanted, file)) await deleteDraft(api, found)
  else if (found) {
    requireUsable(found, wanted, file, pageOf(api, found))
    return found
  }
  return createDraft(making)
}

/** Milliseconds: with files in a bucket, the server reads the whole file before it answers. */
const INSPECTING = 900_000

async function createDraft({ api, wanted, file, stderr }: Making) {
  const { version, platform, architecture, channel, rolloutPercent, minimumVersion } = wanted
  const fileUrl = await upload(api, file, stderr)
  const created = await api
    .call<typeof files.upload>('POST', '/api/admin/files/upload', {
      body: { version, platform, architecture, fileName: file.name, fileUrl, channel, rolloutPercent, minimumVersion },
      idleTimeout: INSPECTING,
    })
    .catch((refusal: unknown) => findOther(refusal, { api, wanted, file }))
  if (hasBytes(created, file)) return created
  await deleteDraft(api, created)
  throw new TryAgain(CHANGED)
}

/** Another run may have created this version in the meantime: with the same file it is as good. */
async function findOther(refusal: unknown, { api, wanted, file }: Pick<Making, 'api' | 'wanted' | 'file'>) {
  const found = refusal instanceof Refusal && refusal.status === 409 ? await findVersion(api, wanted) : undefined
  if (!found) throw refusal
  requireUsable(found, wanted, file, pageOf(api, found))
  return found
}

const deleteDraft = (api: Api, { id }: Version) =>
  api.call<typeof publications.remove>('DELETE', '/api/admin/files/versions/:id', { params: { id } })

export const writeNotes = (api: Api, { id: versionId }: Version, notes: Notes) =>
  api.call<typeof files.writeNotes>('POST', '/api/admin/files/release-notes', { body: { versionId, ...notes } })

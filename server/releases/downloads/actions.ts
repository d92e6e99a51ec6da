import { NO_FILE } from '#contract/releases/downloads.ts'
import type { DownloadTicket } from '#contract/releases/uploads.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { contentOf } from '#server/platform/storage/kinds/content.ts'
import { findVersion, findVersionOf } from './queries.ts'

export async function startDownload(
  { db, limits, objects }: Platform,
  actor: Actor,
  { id: userId, organizationId }: Pick<SessionUser, 'id' | 'organizationId'>,
  id: string,
) {
  await limits.spend('download by user', userId)
  return db.transaction(async (tx) => {
    const found = await findVersion(tx, id)
    if (!found) throw notFound('Version')
    const { version, fileName, object } = found
    if (!object) throw conflict(NO_FILE)
    const downloadUrl = await objects.linkTo(tx, { key: object.key, name: fileName })
    await audit(tx, actor, {
      action: 'download.started',
      organizationId,
      subject: { kind: 'version', id },
      changes: { version: [null, version] },
    })
    return { filename: fileName, version, fileSize: object.size ?? 0, sha256: object.sha256, downloadUrl }
  })
}

export async function readDownload({ db, objects }: Platform, link: DownloadTicket) {
  const object = await objects.findLinked(link)
  if (!(await findVersionOf(db, object.id))) throw notFound('File')
  return { object, fileName: link.name, type: contentOf(object.purpose, object.key).type }
}

import type { ReleaseNotesDraft, VersionNotes } from '#contract/releases/files.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockVersion, upsertNotes } from './queries.ts'

/** Says what is new in a version, in place of what was said before. */
export const writeNotes = ({ db }: Platform, actor: Actor, draft: ReleaseNotesDraft): Promise<VersionNotes> =>
  db.transaction(async (tx) => {
    const version = await lockVersion(tx, draft.versionId)
    if (!version) throw notFound('Version')
    const notes = await upsertNotes(tx, draft)
    await audit(tx, actor, {
      action: 'release-notes.updated',
      subject: { kind: 'version', id: version.id },
      changes: { version: [null, version.version], title: [null, notes.title] },
    })
    return { ...notes, version: version.version }
  })

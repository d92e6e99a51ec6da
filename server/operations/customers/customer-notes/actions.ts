import type { User } from '#contract/identity/session.ts'
import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { canChangeNote, ONLY_OWN_NOTES } from '#contract/operations/customer-notes.ts'
import type { Database } from '#server/database/database.ts'
import { requireCustomer } from '#server/operations/customers/actions.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { requireVersion } from '#server/platform/http/answers/tags.ts'
import { forbidden, notFound } from '#server/platform/http/errors.ts'
import { deleteNote, findNote, insertNote, lockNote, updateNote, type NewNote, type NoteTarget } from './queries.ts'

type By = { actor: Actor; user: Pick<User, 'id' | 'role'> }

export const createNote = (db: Database, by: By, organizationId: string, text: string) =>
  db.transaction(async (tx) => {
    await requireCustomer(tx, organizationId)
    const { id: noteId } = await addNote(tx, by.actor, { organizationId, userId: by.user.id, text })
    return findNote(tx, { organizationId, noteId })
  })

/** The caller's transaction knows that the organization exists. */
export async function addNote(tx: Database, actor: Actor, note: NewNote) {
  const added = await insertNote(tx, note)
  await auditNote(tx, actor, note.organizationId, 'organization.note-added')
  return added
}

/** `versions`: each `updatedAt` that the change may be based on, to detect a newer one. */
type NoteChange = { text: string; versions?: string[] | undefined }

export const changeNote = (db: Database, by: By, target: NoteTarget, { text, versions }: NoteChange) =>
  db.transaction(async (tx) => {
    requireVersion(versions, await lockForChange(tx, by, target), 'note')
    await updateNote(tx, target, text)
    await auditNote(tx, by.actor, target.organizationId, 'organization.note-updated')
    return findNote(tx, target)
  })

export const removeNote = (db: Database, by: By, target: NoteTarget) =>
  db.transaction(async (tx) => {
    await lockForChange(tx, by, target)
    await deleteNote(tx, target)
    await auditNote(tx, by.actor, target.organizationId, 'organization.note-deleted')
  })

async function lockForChange(tx: Database, { user }: By, target: NoteTarget) {
  const note = await lockNote(tx, target)
  if (!note) throw notFound('Note')
  if (!canChangeNote(note, user)) throw forbidden(ONLY_OWN_NOTES)
  return note
}

/** An entry of the vendor, without organization and text, because the organization's administrators read its entries. */
const auditNote = (tx: Database, actor: Actor, id: string, action: ActionOn<'organization'>) =>
  audit(tx, actor, { action, subject: { kind: 'organization', id } })

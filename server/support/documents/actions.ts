import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { type Document, type DocumentChanges, type NewDocument } from '#contract/support/documents.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields, type Changes } from '#server/platform/audit.ts'
import { requireVersion } from '#server/platform/http/answers/tags.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { deleteDocument, findDocument, insertDocument, lockDocument, updateDocument, type Reader } from './queries.ts'

export async function readDocument(db: Database, reader: Reader, id: string) {
  const document = await findDocument(db, reader, id)
  if (!document) throw notFound('Document')
  return document
}

export const createDocument = (db: Database, actor: Actor, facts: NewDocument) =>
  db.transaction(async (tx) => {
    const document = await insertDocument(tx, { ...facts, userId: actor.id })
    const { title, type, tags, published } = document
    const changes = changedFields(null, { title, type, tags, published })
    await auditDocument(tx, actor, document.id, { action: 'document.created', changes })
    return document
  })

type Target = { id: string; versions?: string[] | undefined }

export const changeDocument = (db: Database, actor: Actor, { id, versions }: Target, wanted: DocumentChanges) =>
  db.transaction(async (tx) => {
    const document = await lockDocument(tx, id)
    if (!document) throw notFound('Document')
    requireVersion(versions, document, 'document')
    const { published, ...words } = changedFields(document, withoutSameTags(document, wanted))
    if (!published && Object.keys(words).length === 0) return document
    if (Object.keys(words).length > 0)
      await auditDocument(tx, actor, id, { action: 'document.updated', changes: shortened(words) })
    if (published)
      await auditDocument(tx, actor, id, {
        action: published[1] ? 'document.published' : 'document.unpublished',
        changes: { published },
      })
    return updateDocument(tx, id, wanted)
  })

/** Arrays are compared by content. */
const withoutSameTags = ({ tags }: Document, wanted: DocumentChanges) =>
  wanted.tags?.join('\n') === tags.join('\n') ? { ...wanted, tags: undefined } : wanted

/** Logs the length of the content instead of the content. */
const shortened = ({ content, ...others }: Changes): Changes =>
  content ? { ...others, contentLength: [String(content[0]).length, String(content[1]).length] } : others

export const removeDocument = (db: Database, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const removed = await deleteDocument(tx, id)
    if (!removed) throw notFound('Document')
    await auditDocument(tx, actor, id, { action: 'document.deleted', changes: { title: [removed.title, null] } })
    return { message: 'Document deleted' }
  })

type Story = { action: ActionOn<'document'>; changes: Changes }

/** Without an organization: the help articles and their drafts belong to the vendor. */
const auditDocument = (tx: Database, actor: Actor, id: string, { action, changes }: Story) =>
  audit(tx, actor, { action, subject: { kind: 'document', id }, changes })

import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { TITLE_TAKEN, type CannedReply, type NewCannedReply } from '#contract/support/canned-replies.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields, type Changes } from '#server/platform/audit.ts'
import { requireVersion } from '#server/platform/http/answers/tags.ts'
import { conflictAt, notFound } from '#server/platform/http/errors.ts'
import { deleteReply, insertReply, lockReply, updateReply } from './canned-reply-queries.ts'

export const createReply = (db: Database, actor: Actor, draft: NewCannedReply): Promise<CannedReply> =>
  db
    .transaction(async (tx) => {
      const reply = await insertReply(tx, draft)
      await auditReply(tx, actor, 'canned-reply.created', reply.id, changedFields(null, draft))
      return reply
    })
    .catch(refuseTakenTitle)

type Target = { id: string; versions?: string[] | undefined }

export const changeReply = (db: Database, actor: Actor, { id, versions }: Target, fields: Partial<NewCannedReply>) =>
  db
    .transaction(async (tx) => {
      const before = await lockExistingReply(tx, id)
      requireVersion(versions, before, 'reply')
      const changes = changedFields(before, fields)
      if (Object.keys(changes).length === 0) return before
      await auditReply(tx, actor, 'canned-reply.updated', id, changes)
      return updateReply(tx, id, fields)
    })
    .catch(refuseTakenTitle)

export const removeReply = (db: Database, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const { title } = await lockExistingReply(tx, id)
    await deleteReply(tx, id)
    await auditReply(tx, actor, 'canned-reply.deleted', id, { title: [title, null] })
  })

async function lockExistingReply(tx: Database, id: string) {
  const reply = await lockReply(tx, id)
  if (!reply) throw notFound('Canned reply')
  return reply
}

const auditReply = (tx: Database, actor: Actor, action: ActionOn<'canned-reply'>, id: string, changes: Changes) =>
  audit(tx, actor, {
    action,
    organizationId: null,
    subject: { kind: 'canned-reply', id },
    changes,
  })

function refuseTakenTitle(error: unknown): never {
  throw violates(error, 'canned_replies_title') ? conflictAt('title', TITLE_TAKEN) : error
}

import type { Feedback } from '#contract/support/documents.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { readDocument } from './actions.ts'
import { findComments, findFeedback, setFeedback } from './feedback-queries.ts'

type Reader = Pick<SessionUser, 'id' | 'role'>

export async function readFeedback(db: Database, reader: Reader, id: string) {
  await readDocument(db, reader, id)
  return (await findFeedback(db, id, reader.id)) ?? { isHelpful: null, comment: null }
}

/** Audited without the comment, whose author may change it. */
export const giveFeedback = (
  db: Database,
  { actor, reader }: { actor: Actor; reader: Reader },
  id: string,
  given: Feedback,
) =>
  db.transaction(async (tx) => {
    const { isHelpful } = await readFeedback(tx, reader, id)
    await setFeedback(tx, id, reader.id, given)
    const changes = changedFields({ isHelpful }, { isHelpful: given.isHelpful })
    if (Object.keys(changes).length > 0)
      await audit(tx, actor, { action: 'document.rated', subject: { kind: 'document', id }, changes })
    return { message: 'Feedback saved' }
  })

export async function readComments(db: Database, reader: Reader, id: string) {
  await readDocument(db, reader, id)
  return findComments(db, id)
}

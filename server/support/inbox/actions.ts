import { MAX_VIEWS, TOO_MANY_VIEWS, VIEW_NAME_TAKEN, type NewView, type SavedView } from '#contract/support/inbox.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import { conflict, conflictAt, notFound } from '#server/platform/http/errors.ts'
import { countOwn, deleteView, insertView, lockOwner } from './queries.ts'

export const saveView = (db: Database, userId: string, view: NewView): Promise<SavedView> =>
  db
    .transaction(async (tx) => {
      await lockOwner(tx, userId)
      if ((await countOwn(tx, userId)) >= MAX_VIEWS) throw conflict(TOO_MANY_VIEWS)
      return insertView(tx, userId, view)
    })
    .catch(refuseTakenName)

function refuseTakenName(error: unknown): never {
  throw violates(error, 'inbox_views_name') ? conflictAt('name', VIEW_NAME_TAKEN) : error
}

export async function removeView(db: Database, userId: string, id: string) {
  const removed = await deleteView(db, userId, id)
  if (removed.length === 0) throw notFound('View')
  return { message: 'View deleted' }
}

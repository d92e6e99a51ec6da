import { NO_SUCH_ASSIGNEE, NO_SUCH_CATEGORY, type TicketChanges } from '#contract/support/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { findAssignee, lockCategoryForKeyShare, selectNames } from './queries.ts'

type Choice = Pick<TicketChanges, 'categoryId' | 'assigneeId'>

/** Refuses a category that is gone, and an assignee who is nobody of the staff. Until the caller is done, no category goes. */
export async function requireChoice(tx: Database, { categoryId, assigneeId }: Choice) {
  if (categoryId && !(await lockCategoryForKeyShare(tx, categoryId)))
    throw badRequest(NO_SUCH_CATEGORY, { categoryId: NO_SUCH_CATEGORY })
  if (assigneeId && !(await findAssignee(tx, assigneeId)))
    throw badRequest(NO_SUCH_ASSIGNEE, { assigneeId: NO_SUCH_ASSIGNEE })
}

export type NameOf = (id: unknown) => string | null

/** What categories and people are called today. The trail keeps their names, and so outlives them. */
export async function readNames(tx: Database, choices: Choice[]): Promise<NameOf> {
  const ids = choices.flatMap(({ categoryId, assigneeId }) => [categoryId ?? [], assigneeId ?? []].flat())
  if (ids.length === 0) return () => null
  const names = new Map<unknown, string>((await selectNames(tx, ids)).map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? null
}

import { eq, inArray, sql } from 'drizzle-orm'
import { NO_SUCH_ASSIGNEE, NO_SUCH_CATEGORY, type TicketChanges } from '#contract/support/tickets.ts'
import { first, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import { findAssignee, personName } from './people.ts'

type Choice = Pick<TicketChanges, 'categoryId' | 'assigneeId'>

/** Refuses a category that is gone, and an assignee who is nobody of the staff. Until the caller is done, no category goes. */
export async function requireChoice(tx: Database, { categoryId, assigneeId }: Choice) {
  if (categoryId && !(await lockCategoryForKeyShare(tx, categoryId)))
    throw badRequest(NO_SUCH_CATEGORY, { categoryId: NO_SUCH_CATEGORY })
  if (assigneeId && !(await findAssignee(tx, assigneeId)))
    throw badRequest(NO_SUCH_ASSIGNEE, { assigneeId: NO_SUCH_ASSIGNEE })
}

/** Before any ticket: that is the order in which a category and its tickets are held when it is deleted. */
const lockCategoryForKeyShare = (tx: Database, id: string) =>
  tx
    .select({ id: ticketCategories.id })
    .from(ticketCategories)
    .where(eq(ticketCategories.id, id))
    .for('key share')
    .then(first)

export type NameOf = (id: unknown) => string | null

/** What categories and people are called today. The trail keeps their names, and so outlives them. */
export async function readNames(tx: Database, choices: Choice[]): Promise<NameOf> {
  const ids = choices.flatMap(({ categoryId, assigneeId }) => [categoryId ?? [], assigneeId ?? []].flat())
  if (ids.length === 0) return () => null
  const rows = await tx
    .select({ id: ticketCategories.id, name: ticketCategories.name })
    .from(ticketCategories)
    .where(inArray(ticketCategories.id, ids))
    .unionAll(
      tx
        .select({ id: users.id, name: sql<string>`${personName}` })
        .from(users)
        .where(inArray(users.id, ids)),
    )
  const names = new Map<unknown, string>(rows.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? null
}

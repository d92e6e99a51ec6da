import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import { isStaff } from '#contract/roles.ts'
import {
  NAME_TAKEN,
  type CategoryChanges,
  type NewCategory,
  type TicketCategory,
} from '#contract/support/categories.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, changedFields, type Changes } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { conflictAt, notFound } from '#server/platform/http/errors.ts'
import {
  clearCategory,
  countTickets,
  countTicketsOf,
  deleteCategory,
  findCategories,
  insertCategory,
  lockCategory,
  updateCategory,
} from './category-queries.ts'

/** Tickets per statement, well within the time limit. */
const AT_ONCE = 2000

export async function listCategories(db: Database, { role }: Pick<SessionUser, 'role'>): Promise<TicketCategory[]> {
  const categories = await findCategories(db)
  if (!isStaff(role)) return categories.map((category) => ({ ...category, ticketCount: null }))
  const counts = new Map((await countTickets(db)).map(({ categoryId, tickets }) => [categoryId, tickets]))
  return categories.map((category) => ({ ...category, ticketCount: counts.get(category.id) ?? 0 }))
}

export const createCategory = (db: Database, actor: Actor, draft: NewCategory): Promise<TicketCategory> =>
  db
    .transaction(async (tx) => {
      const category = await insertCategory(tx, { ...draft, description: draft.description || null })
      const { id, name, description, color } = category
      await auditCategory(tx, actor, 'category.created', id, changedFields(null, { name, description, color }))
      return { ...category, ticketCount: 0 }
    })
    .catch(refuseTakenName)

export const changeCategory = (
  db: Database,
  actor: Actor,
  id: string,
  { description, ...rest }: CategoryChanges,
): Promise<TicketCategory> =>
  db
    .transaction(async (tx) => {
      const before = await lockExistingCategory(tx, id)
      const changes = changedFields(before, {
        ...rest,
        ...(description !== undefined && { description: description || null }),
      })
      const ticketCount = await countTicketsOf(tx, id)
      if (Object.keys(changes).length === 0) return { ...before, ticketCount }
      const after = Object.fromEntries(Object.entries(changes).map(([field, [, value]]) => [field, value]))
      await auditCategory(tx, actor, 'category.updated', id, changes)
      return { ...(await updateCategory(tx, id, after)), ticketCount }
    })
    .catch(refuseTakenName)

/** Its tickets then have no category. Their dates stay, because customers see no change. */
export const removeCategory = (db: Database, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const { name } = await lockExistingCategory(tx, id)
    let tickets = 0
    for (let cleared = AT_ONCE; cleared === AT_ONCE; tickets += cleared) {
      cleared = await clearCategory(tx, id, AT_ONCE)
    }
    await deleteCategory(tx, id)
    await auditCategory(tx, actor, 'category.deleted', id, { name: [name, null], tickets: [tickets, 0] })
  })

/** Prevents assigning the category to tickets and concurrent changes. */
async function lockExistingCategory(tx: Database, id: string) {
  const category = await lockCategory(tx, id)
  if (!category) throw notFound('Category')
  return category
}

const auditCategory = (tx: Database, actor: Actor, action: ActionOn<'category'>, id: string, changes: Changes) =>
  audit(tx, actor, { action, organizationId: null, subject: { kind: 'category', id }, changes })

function refuseTakenName(error: unknown): never {
  throw violates(error, 'ticket_categories_name') ? conflictAt('name', NAME_TAKEN) : error
}

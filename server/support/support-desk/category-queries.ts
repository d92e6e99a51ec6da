import { count, eq, isNotNull, sql } from 'drizzle-orm'
import type { TicketCategory } from '#contract/support/categories.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { ticketCategories } from '#server/database/schema/support/support-desk.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'

const { id, name, description, color, createdAt } = ticketCategories
const shown = { id, name, description, color, createdAt }

type CategoryRow = Omit<TicketCategory, 'ticketCount'>

export const findCategories = (db: Database) =>
  db
    .select(shown)
    .from(ticketCategories)
    .orderBy(sql`lower(${name})`, id)

/** Uses the index on the category. */
export const countTickets = (db: Database) =>
  db
    .select({ categoryId: tickets.categoryId, tickets: count() })
    .from(tickets)
    .where(isNotNull(tickets.categoryId))
    .groupBy(tickets.categoryId)

export const countTicketsOf = (db: Database, categoryId: string) =>
  db.$count(tickets, eq(tickets.categoryId, categoryId))

export const lockCategory = (tx: Database, categoryId: string) =>
  tx.select(shown).from(ticketCategories).where(eq(id, categoryId)).for('update').then(first)

type Fields = Pick<CategoryRow, 'name' | 'description' | 'color'>

export const insertCategory = (tx: Database, fields: Fields) =>
  tx.insert(ticketCategories).values(fields).returning(shown).then(only)

export const updateCategory = (tx: Database, categoryId: string, fields: Partial<Fields>) =>
  tx.update(ticketCategories).set(fields).where(eq(id, categoryId)).returning(shown).then(only)

export const deleteCategory = (tx: Database, categoryId: string) =>
  tx.delete(ticketCategories).where(eq(id, categoryId))

/** Removes the category from up to `most` tickets and returns their number. */
export const clearCategory = (tx: Database, categoryId: string, most: number) =>
  tx
    .update(tickets)
    .set({ categoryId: null })
    .where(
      sql`${tickets.id} in (
        select ${tickets.id} from ${tickets} where ${tickets.categoryId} = ${categoryId}
        order by ${tickets.id} limit ${most} for no key update)`,
    )
    .then(({ rowCount }) => rowCount ?? 0)

import { and, eq, sql } from 'drizzle-orm'
import { later } from '#server/database/columns.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { customerNotes } from '#server/database/schema/customers.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { nameOf } from '#server/domain/users.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

const newestFirst = { by: customerNotes.createdAt, id: customerNotes.id, descending: true }

const selectShown = (db: Database) =>
  db
    .select({
      id: customerNotes.id,
      text: customerNotes.text,
      authorId: customerNotes.userId,
      authorName: nameOf(users),
      createdAt: customerNotes.createdAt,
      updatedAt: customerNotes.updatedAt,
      sortKey: sql<string>`${customerNotes.createdAt}::text`,
    })
    .from(customerNotes)
    .innerJoin(users, eq(users.id, customerNotes.userId))

const isOf = (organizationId: string) => eq(customerNotes.organizationId, organizationId)

export const findNotes = (db: Database, organizationId: string, query: ListQuery) =>
  selectShown(db)
    .where(and(isOf(organizationId), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))

export const countNotes = (db: Database, organizationId: string) => db.$count(customerNotes, isOf(organizationId))

export type NoteTarget = { organizationId: string; noteId: string }

const oneOf = ({ organizationId, noteId }: NoteTarget) => and(isOf(organizationId), eq(customerNotes.id, noteId))

export const findNote = (db: Database, target: NoteTarget) => selectShown(db).where(oneOf(target)).then(only)

export const lockNote = (tx: Database, target: NoteTarget) =>
  tx
    .select({ authorId: customerNotes.userId, updatedAt: customerNotes.updatedAt })
    .from(customerNotes)
    .where(oneOf(target))
    .for('update')
    .then(first)

export type NewNote = { organizationId: string; userId: string; text: string }

export const insertNote = (tx: Database, note: NewNote) =>
  tx.insert(customerNotes).values(note).returning({ id: customerNotes.id }).then(only)

export const updateNote = (tx: Database, target: NoteTarget, text: string) =>
  tx
    .update(customerNotes)
    .set({ text, updatedAt: later(customerNotes.updatedAt) })
    .where(oneOf(target))

export const deleteNote = (tx: Database, target: NoteTarget) => tx.delete(customerNotes).where(oneOf(target))

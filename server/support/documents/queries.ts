import { and, eq, sql } from 'drizzle-orm'
import { isStaff, type Role } from '#contract/roles.ts'
import type { DocumentType } from '#contract/support/documents.ts'
import { later } from '#server/database/columns.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { matchesWords } from '#server/database/search/full-text-search.ts'
import { documents } from '#server/database/schema/support/documents.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'
import { feedbackCounts } from './feedback-queries.ts'

export type Reader = { role: Role }

export const readableBy = ({ role }: Reader) => (isStaff(role) ? undefined : eq(documents.published, true))

export type DocumentQuery = ListQuery & { type?: DocumentType | undefined; tag?: string | undefined }

export const matching = (reader: Reader, { type, tag, search }: DocumentQuery) =>
  and(
    readableBy(reader),
    type && eq(documents.type, type),
    tag ? sql`lower(${tag}) = any(lower(${documents.tags}::text)::text[])` : undefined,
    search ? matchesWords(documents.words, search) : undefined,
  )

const newestFirst = { by: documents.createdAt, id: documents.id, descending: true }

export const shown = {
  id: documents.id,
  title: documents.title,
  type: documents.type,
  content: documents.content,
  tags: documents.tags,
  published: documents.published,
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt,
}

export const selectDocuments = (db: Database, reader: Reader, query: DocumentQuery) =>
  db
    .select({ ...shown, feedback: feedbackCounts(reader), sortKey: documents.createdAt })
    .from(documents)
    .where(and(matching(reader, query), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))

export const countDocuments = (db: Database, reader: Reader, query: DocumentQuery) =>
  db.$count(documents, matching(reader, query))

export const findDocument = (db: Database, reader: Reader, id: string) =>
  db
    .select(shown)
    .from(documents)
    .where(and(eq(documents.id, id), readableBy(reader)))
    .then(first)

export const lockDocument = (tx: Database, id: string) =>
  tx.select(shown).from(documents).where(eq(documents.id, id)).for('no key update').then(first)

type Columns = typeof documents.$inferInsert

export const insertDocument = (tx: Database, facts: Columns) =>
  tx.insert(documents).values(facts).returning(shown).then(only)

export const updateDocument = (tx: Database, id: string, changes: Partial<Columns>) =>
  tx
    .update(documents)
    .set({ ...changes, updatedAt: later(documents.updatedAt) })
    .where(eq(documents.id, id))
    .returning(shown)
    .then(only)

export const deleteDocument = (tx: Database, id: string) =>
  tx.delete(documents).where(eq(documents.id, id)).returning({ title: documents.title }).then(first)

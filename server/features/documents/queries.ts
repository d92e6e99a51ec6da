import { and, eq, or, sql, type SQL } from 'drizzle-orm'
import type { DocumentType } from '#contract/documents.ts'
import { isStaff, type Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { documents } from '#server/database/schema/documents.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/lists.ts'

export type Reader = { role: Role }

/** Drafts are the staff's. */
const readableBy = ({ role }: Reader) => (isStaff(role) ? undefined : eq(documents.published, true))

export type DocumentQuery = ListQuery & { type?: DocumentType | undefined; tag?: string | undefined }

const matching = (reader: Reader, { type, tag, search = '' }: DocumentQuery) =>
  and(
    readableBy(reader),
    type && eq(documents.type, type),
    tag ? sql`lower(${tag}) = any(lower(${documents.tags}::text)::text[])` : undefined,
    ...wordsOf(search).map(mentions),
  )

/** People ask in words, not in phrases: each counts, wherever it stands. */
const wordsOf = (search: string) => search.split(/\s+/).filter(Boolean)

function mentions(word: string): SQL | undefined {
  const pattern = containing(word)
  return or(
    sql`${documents.title} ilike ${pattern}`,
    sql`${documents.content} ilike ${pattern}`,
    sql`array_to_string(${documents.tags}, ' ') ilike ${pattern}`,
  )
}

const newestFirst = { by: documents.createdAt, id: documents.id, descending: true }

const shown = {
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
    .select({ ...shown, sortKey: documents.createdAt })
    .from(documents)
    .where(and(matching(reader, query), after(query, newestFirst)))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))

export const countDocuments = (db: Database, reader: Reader, query: DocumentQuery) =>
  db.$count(documents, matching(reader, query))

import { sql } from 'drizzle-orm'
import { boolean, index, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { DocumentType } from '#contract/support/documents.ts'
import { id, now, words } from '#server/database/columns.ts'
import { users } from '#server/database/schema/identity/users.ts'

export const documentType = pgEnum('document_type', DocumentType.def.entries)

/** Help articles by staff, public once published. */
export const documents = pgTable(
  'documents',
  {
    id: id(),
    title: text().notNull(),
    type: documentType().notNull().default('doc'),
    /** Markdown. */
    content: text().notNull(),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    published: boolean().notNull().default(false),
    userId: uuid().references(() => users.id),
    createdAt: now(),
    updatedAt: now(),
    /** Title, tags and content, in this order of weight. */
    words: words().generatedAlwaysAs(sql`document_words(title, tags, content)`),
  },
  (table) => [index().on(table.createdAt), index().on(table.userId), index().using('gin', table.words)],
)

/** Readers' answers to 'Was this helpful?', one per reader and document. */
export const documentFeedback = pgTable(
  'document_feedback',
  {
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isHelpful: boolean().notNull(),
    comment: text(),
    updatedAt: now(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.userId] }), index().on(table.userId)],
)

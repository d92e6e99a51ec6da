import { only, type Database } from '#server/database/database.ts'
import { documents } from '#server/database/schema/support/documents.ts'

export type DocumentRow = typeof documents.$inferInsert

export const makeDocument = (db: Database, facts: Partial<DocumentRow> = {}) =>
  db
    .insert(documents)
    .values({
      title: 'Activate a computer',
      content: 'Open the application and enter the key.',
      published: true,
      ...facts,
    })
    .returning()
    .then(only)

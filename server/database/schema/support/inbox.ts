import { sql } from 'drizzle-orm'
import { boolean, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { SavedView } from '#contract/support/inbox.ts'
import { id, now } from '#server/database/columns.ts'
import { users } from '#server/database/schema/identity/users.ts'

/** Filters of the inbox that a staff member saved. */
export const inboxViews = pgTable(
  'inbox_views',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    filter: jsonb().$type<SavedView['filter']>().notNull(),
    createdAt: now(),
  },
  (table) => [uniqueIndex('inbox_views_name').on(table.userId, sql`lower(${table.name})`)],
)

/** Effects of a staff member's last reply, besides answering. */
export const inboxReplyChoices = pgTable('inbox_reply_choices', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  assigns: boolean().notNull(),
  waits: boolean().notNull(),
})

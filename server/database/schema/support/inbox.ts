import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { SavedView } from '#contract/support/inbox.ts'
import { id, instant, now } from '#server/database/columns.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { tickets } from './tickets.ts'

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

const staffOfTicket = {
  organizationId: uuid().notNull(),
  ticketId: uuid().notNull(),
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
}

/** Staff members who have a ticket open. A row counts for seconds. */
export const ticketPresence = pgTable(
  'ticket_presence',
  { ...staffOfTicket, seenAt: now(), typedAt: instant() },
  (table) => [
    primaryKey({ columns: [table.ticketId, table.userId] }),
    foreignKey({
      columns: [table.organizationId, table.ticketId],
      foreignColumns: [tickets.organizationId, tickets.id],
    }).onDelete('cascade'),
    index().on(table.organizationId, table.ticketId),
    index().on(table.userId),
  ],
)

/** Staff members who get emails about a ticket without being assigned. */
export const ticketFollowers = pgTable('ticket_followers', { ...staffOfTicket, createdAt: now() }, (table) => [
  primaryKey({ columns: [table.ticketId, table.userId] }),
  foreignKey({
    columns: [table.organizationId, table.ticketId],
    foreignColumns: [tickets.organizationId, tickets.id],
  }).onDelete('cascade'),
  index().on(table.organizationId, table.ticketId),
  index().on(table.userId),
])

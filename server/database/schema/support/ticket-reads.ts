import { foreignKey, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { now } from '#server/database/columns.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { tickets } from './tickets.ts'

/** How far a user has read a ticket. Without a row the user never opened it. */
export const ticketReads = pgTable(
  'ticket_reads',
  {
    organizationId: uuid().notNull(),
    ticketId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    readAt: now(),
  },
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

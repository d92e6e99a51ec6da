import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgEnum, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { TicketPriority, TicketStatus } from '#contract/tickets.ts'
import { id, now } from '#server/database/columns.ts'
import { organizations } from './organizations.ts'
import { users } from './users.ts'

export const ticketStatus = pgEnum('ticket_status', TicketStatus.def.entries)
export const ticketPriority = pgEnum('ticket_priority', TicketPriority.def.entries)

export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Counts up over all organizations; shown as TKT-{year}-{six digits}. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    description: text().notNull(),
    status: ticketStatus().notNull().default('open'),
    priority: ticketPriority().notNull().default('medium'),
    categoryId: uuid(),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    unique('tickets_tenant').on(table.organizationId, table.id),
    index().on(table.organizationId, table.createdAt),
    index().on(table.userId, table.createdAt),
    index().on(table.createdAt),
    index('tickets_unfinished')
      .on(table.createdAt)
      .where(sql`${table.status} in ('open', 'in_progress')`),
  ],
)

/** What was said about a ticket. An internal one never leaves the vendor's people. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: id(),
    organizationId: uuid().notNull(),
    ticketId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    message: text().notNull(),
    isInternal: boolean().notNull().default(false),
    createdAt: now(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.ticketId],
      foreignColumns: [tickets.organizationId, tickets.id],
    }).onDelete('cascade'),
    index().on(table.organizationId, table.ticketId, table.createdAt, table.id),
    index().on(table.userId),
  ],
)

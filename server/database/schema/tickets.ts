import { index, integer, pgEnum, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
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
  ],
)

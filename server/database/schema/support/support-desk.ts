import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uniqueIndex, pgEnum } from 'drizzle-orm/pg-core'
import { DEFAULT_COLOR } from '#contract/support/categories.ts'
import { TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import { id, now } from '#server/database/columns.ts'

export const ticketStatus = pgEnum('ticket_status', TicketStatus.def.entries)
export const ticketPriority = pgEnum('ticket_priority', TicketPriority.def.entries)

export const ticketCategories = pgTable(
  'ticket_categories',
  {
    id: id(),
    name: text().notNull(),
    description: text(),
    /** '#6B7280' */
    color: text().notNull().default(DEFAULT_COLOR),
    createdAt: now(),
  },
  (table) => [uniqueIndex('ticket_categories_name').on(sql`lower(${table.name})`)],
)

export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: id(),
    title: text().notNull(),
    text: text().notNull(),
    /** Set together with the reply. */
    status: ticketStatus(),
    priority: ticketPriority(),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [uniqueIndex('canned_replies_title').on(sql`lower(${table.title})`)],
)

export const ticketTargets = pgTable('ticket_targets', {
  priority: ticketPriority().primaryKey(),
  firstResponseHours: integer().notNull(),
  resolutionHours: integer().notNull(),
})

import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { UNSETTLED } from '#contract/support/ticket-fields.ts'
import { digest, id, instant, literals, now, words } from '#server/database/columns.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { objects } from '#server/database/schema/objects.ts'
import { ticketCategories, ticketPriority, ticketStatus } from './support-desk.ts'

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
    number: integer().notNull().unique().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    description: text().notNull(),
    status: ticketStatus().notNull().default('open'),
    priority: ticketPriority().notNull().default('medium'),
    categoryId: uuid().references(() => ticketCategories.id, { onDelete: 'set null' }),
    /** Assigned staff member. */
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: now(),
    updatedAt: now(),
    /** First public answer of staff. */
    firstResponseAt: instant(),
    /** Target that applied to the first answer; later changes do not affect it. Null until then. */
    firstResponseHours: integer(),
    /** Kept with `firstResponseHours`. Null with hours: these were calendar hours. */
    firstDueAt: instant(),
    /** Last change to resolved or closed; null while open. */
    resolvedAt: instant(),
    /** Target that applied to the resolution. Null until then. */
    resolutionHours: integer(),
    /** Kept with `resolutionHours`. Null with hours: these were calendar hours. */
    resolutionDueAt: instant(),
    /** Start of the current wait for the customer, or null. */
    waitingSince: instant(),
    /** Seconds of earlier waits for the customer, excluded from targets. */
    waitedSeconds: integer().notNull().default(0),
    /** The business hours of these. Null if there were none, or if they were not counted apart. */
    waitedOpenSeconds: integer(),
    /** 1 to 5, by the customer. */
    rating: smallint(),
    ratingComment: text(),
    ratedAt: instant(),
    /** Staff hid it from the inbox until then. */
    snoozedUntil: instant(),
    /** The conversation continues in that ticket of the same organization. */
    mergedInto: uuid(),
    words: words().generatedAlwaysAs(sql`ticket_words(title, description)`),
  },
  (table) => [
    unique('tickets_tenant').on(table.organizationId, table.id),
    index().on(table.organizationId, table.createdAt),
    index().on(table.organizationId, table.updatedAt),
    index().on(table.userId, table.createdAt),
    index().on(table.createdAt, table.assigneeId, table.categoryId),
    index().on(table.updatedAt),
    index().on(table.categoryId),
    index().on(table.assigneeId, table.createdAt),
    index().on(table.status, table.createdAt),
    index().on(table.priority, table.createdAt),
    // All columns of the reports, so that they read no ticket.
    index('tickets_answered')
      .on(
        table.firstResponseAt,
        table.createdAt,
        table.assigneeId,
        table.categoryId,
        table.priority,
        table.firstResponseHours,
        table.firstDueAt,
      )
      .where(sql`${table.firstResponseAt} is not null`),
    index('tickets_resolved')
      .on(
        table.resolvedAt,
        table.createdAt,
        table.assigneeId,
        table.categoryId,
        table.priority,
        table.resolutionHours,
        table.resolutionDueAt,
        table.waitingSince,
        table.waitedSeconds,
        table.waitedOpenSeconds,
      )
      .where(sql`${table.resolvedAt} is not null`),
    index('tickets_rated')
      .on(table.ratedAt, table.assigneeId, table.categoryId, table.rating)
      .where(sql`${table.ratedAt} is not null`),
    index().on(table.mergedInto),
    index().using('gin', table.words),
    // Counts those of an organization without reading tickets.
    index('tickets_unsettled_of_organization')
      .on(table.organizationId, table.status)
      .where(sql`${table.status} in (${literals(UNSETTLED)})`),
    check('tickets_rating', sql`${table.rating} between 1 and 5`),
    // All columns of the conditions of the inbox and of targets that reports count as missed.
    index('tickets_unsettled_facts')
      .on(
        table.createdAt,
        table.id,
        table.organizationId,
        table.status,
        table.priority,
        table.assigneeId,
        table.categoryId,
        table.snoozedUntil,
        table.firstResponseAt,
        table.firstResponseHours,
        table.firstDueAt,
        table.resolutionHours,
        table.resolutionDueAt,
        table.waitingSince,
        table.waitedSeconds,
        table.waitedOpenSeconds,
      )
      .where(sql`${table.status} in (${literals(UNSETTLED)})`),
  ],
)

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
    /** Of the email that it came with, so that one delivered again is not written again. Null: written in the portal. */
    emailHash: digest(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.ticketId],
      foreignColumns: [tickets.organizationId, tickets.id],
    }).onDelete('cascade'),
    unique('ticket_messages_ticket').on(table.ticketId, table.id),
    /** With the author, so that the start of a customer's wait is found without reading a message. */
    index('ticket_messages_in_order').on(
      table.organizationId,
      table.ticketId,
      table.createdAt,
      table.id,
      table.userId,
      table.isInternal,
    ),
    index().on(table.userId),
    uniqueIndex('ticket_messages_email')
      .on(table.emailHash)
      .where(sql`${table.emailHash} is not null`),
  ],
)

export const ticketAttachments = pgTable(
  'ticket_attachments',
  {
    id: id(),
    organizationId: uuid().notNull(),
    ticketId: uuid().notNull(),
    messageId: uuid(),
    objectId: uuid()
      .notNull()
      .unique()
      .references(() => objects.id),
    fileName: text().notNull(),
    /** Detected from the content. */
    type: text().notNull(),
    size: integer().notNull(),
    /** Order of sending. */
    position: smallint().notNull(),
    createdAt: now(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.ticketId],
      foreignColumns: [tickets.organizationId, tickets.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.ticketId, table.messageId],
      foreignColumns: [ticketMessages.ticketId, ticketMessages.id],
    }).onDelete('cascade'),
    index().on(table.organizationId, table.ticketId),
    index().on(table.ticketId, table.messageId),
  ],
)

import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, instant, now, words } from '#server/database/columns.ts'
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
    /** Counts up over all organizations; shown as TKT-{year}-{six digits}. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    description: text().notNull(),
    status: ticketStatus().notNull().default('open'),
    priority: ticketPriority().notNull().default('medium'),
    categoryId: uuid().references(() => ticketCategories.id, { onDelete: 'set null' }),
    /** Staff who look after it. */
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: now(),
    /** Of what its customer may read. */
    updatedAt: now(),
    /** When staff first answered in public. */
    firstResponseAt: instant(),
    /** The target that the first answer met or missed: no later priority or target judges it again. Null until then. */
    firstResponseHours: integer(),
    /** When it last became resolved or closed; null while it is neither. */
    resolvedAt: instant(),
    /** The target that the solution met or missed, as above. Null while there is none. */
    resolutionHours: integer(),
    /** Since when it waits for its customer; null while it does not. */
    waitingSince: instant(),
    /** Seconds that it waited for its customer before: no target counts them. */
    waitedSeconds: integer().notNull().default(0),
    /** 1 to 5, by its customer. */
    rating: smallint(),
    ratingComment: text(),
    ratedAt: instant(),
    /** The words of title, number and description. */
    words: words().generatedAlwaysAs(sql`ticket_words(title, description)`),
  },
  (table) => [
    unique('tickets_tenant').on(table.organizationId, table.id),
    index().on(table.organizationId, table.createdAt),
    index().on(table.userId, table.createdAt),
    index().on(table.createdAt),
    index().on(table.categoryId),
    index().on(table.assigneeId, table.createdAt),
    index().on(table.status, table.createdAt),
    index().on(table.priority, table.createdAt),
    index().on(table.firstResponseAt),
    index().on(table.resolvedAt),
    index().on(table.ratedAt),
    index().using('gin', table.words),
    check('tickets_rating', sql`${table.rating} between 1 and 5`),
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
    unique('ticket_messages_ticket').on(table.ticketId, table.id),
    index().on(table.organizationId, table.ticketId, table.createdAt, table.id),
    index().on(table.userId),
  ],
)

/** A file with a message, or with the ticket itself. */
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
    /** As its sender called it. */
    fileName: text().notNull(),
    /** Of its bytes. */
    type: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** In the order that they were sent in. */
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

/** Who is to be written to about a ticket, and of what: everything public that others did since. Gone once it was written. */
export const ticketMails = pgTable(
  'ticket_mails',
  {
    organizationId: uuid().notNull(),
    ticketId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    since: now(),
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

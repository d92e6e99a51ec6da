import { foreignKey, index, pgTable, primaryKey, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { instant, now } from '#server/database/columns.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { tickets } from './tickets.ts'

const userOfTicket = {
  organizationId: uuid().notNull(),
  ticketId: uuid().notNull(),
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
}

const keysOf = ({ organizationId, ticketId, userId }: Record<keyof typeof userOfTicket, AnyPgColumn>) => [
  primaryKey({ columns: [ticketId, userId] }),
  foreignKey({
    columns: [organizationId, ticketId],
    foreignColumns: [tickets.organizationId, tickets.id],
  }).onDelete('cascade'),
  index().on(organizationId, ticketId),
  index().on(userId),
]

/** Pending emails about tickets, deleted when they are written. */
export const ticketMails = pgTable('ticket_mails', { ...userOfTicket, since: now() }, keysOf)

/** How far a user has read a ticket. Without a row the user never opened it. */
export const ticketReads = pgTable('ticket_reads', { ...userOfTicket, readAt: now() }, keysOf)

/** Staff members who have a ticket open. A row counts for seconds. */
export const ticketPresence = pgTable('ticket_presence', { ...userOfTicket, seenAt: now(), typedAt: instant() }, keysOf)

/** Staff members who get emails about a ticket without being assigned. */
export const ticketFollowers = pgTable('ticket_followers', { ...userOfTicket, createdAt: now() }, keysOf)

import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { MOST_MESSAGES } from '#contract/support/messages.ts'
import { only, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { visibleTo } from '#server/support/tickets/attachments/queries.ts'
import { readableBy, type Reader } from '#server/support/tickets/list/readable-queries.ts'
import { isOneOfStaff, personName } from '#server/support/tickets/people-queries.ts'
import { isTicket } from '#server/support/tickets/queries.ts'
import { firstTarget } from '#server/support/tickets/target-queries.ts'

const selectMessages = (db: Database) =>
  db
    .select({
      id: ticketMessages.id,
      ticketId: ticketMessages.ticketId,
      userId: ticketMessages.userId,
      message: ticketMessages.message,
      isInternal: ticketMessages.isInternal,
      createdAt: ticketMessages.createdAt,
      authorName: personName,
      isFromStaff: sql<boolean>`${isOneOfStaff}`,
    })
    .from(ticketMessages)
    .innerJoin(users, eq(users.id, ticketMessages.userId))

/** Of a ticket and of those that were merged into it. */
export const findMessages = (db: Database, reader: Reader, { organizationId }: OwnedRecord, ids: string[]) =>
  selectMessages(db)
    .where(
      and(eq(ticketMessages.organizationId, organizationId), inArray(ticketMessages.ticketId, ids), visibleTo(reader)),
    )
    .orderBy(desc(ticketMessages.createdAt), desc(ticketMessages.id))
    .limit(MOST_MESSAGES)

export const findMessage = (db: Database, { organizationId, id }: OwnedRecord) =>
  selectMessages(db)
    .where(and(eq(ticketMessages.organizationId, organizationId), eq(ticketMessages.id, id)))
    .then(only)

type NewMessage = Omit<typeof ticketMessages.$inferInsert, 'createdAt'>

/** clock_timestamp(), because now() is the start of the transaction, before the lock. */
export const insertMessage = (tx: Database, message: NewMessage) =>
  tx
    .insert(ticketMessages)
    .values({ ...message, createdAt: sql`clock_timestamp()` })
    .returning({ id: ticketMessages.id })
    .then(only)

export const setAnswered = (tx: Database, ticket: OwnedRecord) =>
  tx
    .update(tickets)
    .set({ firstResponseAt: sql`coalesce(${tickets.firstResponseAt}, clock_timestamp())`, ...firstTarget })
    .where(isTicket(ticket))

/** The first messages of the tickets that were merged into this one and that the reader may read. */
export const findMerged = (db: Database, reader: Reader, { organizationId, id }: OwnedRecord) =>
  db
    .select({
      id: tickets.id,
      ticketId: tickets.id,
      userId: tickets.userId,
      message: tickets.description,
      isInternal: sql<boolean>`false`,
      createdAt: tickets.createdAt,
      authorName: personName,
      isFromStaff: sql<boolean>`${isOneOfStaff}`,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(and(eq(tickets.organizationId, organizationId), eq(tickets.mergedInto, id), readableBy(reader)))

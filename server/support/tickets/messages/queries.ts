import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { first, only, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { after, limitOf, orderBy, type ListQuery, type Order } from '#server/platform/http/lists/queries.ts'
import { visibleTo } from '#server/support/tickets/attachments/queries.ts'
import { readableBy, type Reader } from '#server/support/tickets/list/readable-queries.ts'
import { isOneOfStaff, personName } from '#server/support/tickets/people-queries.ts'
import { isTicket } from '#server/support/tickets/queries.ts'
import { firstTarget } from '#server/support/tickets/target-queries.ts'

const newestFirst: Order = { by: ticketMessages.createdAt, id: ticketMessages.id, descending: true }

/** Of tickets of one organization, which the reader may read. Reads no more of each ticket than one page has. */
export function selectMessages(db: Database, reader: Reader, { organizationId, ids, page }: Conversation) {
  const limit = limitOf(page)
  const newest = db
    .select()
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.organizationId, organizationId),
        eq(ticketMessages.ticketId, tickets.id),
        visibleTo(reader),
        after(page, newestFirst),
      ),
    )
    .orderBy(...orderBy(newestFirst))
    .limit(limit)
    .as('newest')
  return db
    .select({ ...shownOf(newest), sortKey: newest.createdAt })
    .from(tickets)
    .innerJoinLateral(newest, sql`true`)
    .innerJoin(users, eq(users.id, newest.userId))
    .where(and(eq(tickets.organizationId, organizationId), inArray(tickets.id, ids)))
    .orderBy(...orderBy({ by: newest.createdAt, id: newest.id, descending: true }))
    .limit(limit)
}

type Conversation = { organizationId: string; ids: string[]; page: ListQuery }

type Column = 'id' | 'ticketId' | 'userId' | 'message' | 'isInternal' | 'createdAt' | 'emailHash'

const shownOf = <Columns extends Record<Column, PgColumn>>(said: Columns) => ({
  id: said.id,
  ticketId: said.ticketId,
  userId: said.userId,
  message: said.message,
  isInternal: said.isInternal,
  createdAt: said.createdAt,
  authorName: personName,
  isFromStaff: sql<boolean>`${isOneOfStaff}`,
  isEmail: sql<boolean>`${said.emailHash} is not null`,
})

export const countMessages = (db: Database, reader: Reader, { organizationId, ids }: Omit<Conversation, 'page'>) =>
  db.$count(
    ticketMessages,
    and(eq(ticketMessages.organizationId, organizationId), inArray(ticketMessages.ticketId, ids), visibleTo(reader)),
  )

export const findMessage = (db: Database, { organizationId, id }: OwnedRecord) =>
  db
    .select(shownOf(ticketMessages))
    .from(ticketMessages)
    .innerJoin(users, eq(users.id, ticketMessages.userId))
    .where(and(eq(ticketMessages.organizationId, organizationId), eq(ticketMessages.id, id)))
    .then(only)

type NewMessage = Omit<typeof ticketMessages.$inferInsert, 'createdAt'>

/** clock_timestamp(), because now() is the start of the transaction, before the lock. */
const inserting = (tx: Database, message: NewMessage) =>
  tx.insert(ticketMessages).values({ ...message, createdAt: sql`clock_timestamp()` })

const written = { id: ticketMessages.id }

export const insertMessage = (tx: Database, message: NewMessage) => inserting(tx, message).returning(written).then(only)

/** Returns undefined if the email's message was written before. */
export const insertEmailed = (tx: Database, message: NewMessage) =>
  inserting(tx, message)
    .onConflictDoNothing({ target: ticketMessages.emailHash, where: isNotNull(ticketMessages.emailHash) })
    .returning(written)
    .then(first)

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
      isEmail: sql<boolean>`false`,
      sortKey: tickets.createdAt,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(and(eq(tickets.organizationId, organizationId), eq(tickets.mergedInto, id), readableBy(reader)))

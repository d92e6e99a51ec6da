import { and, eq, lt, ne, sql } from 'drizzle-orm'
import { PRESENCE } from '#contract/support/teamwork.ts'
import { first, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { ticketFollowers, ticketPresence } from '#server/database/schema/support/ticket-users.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { isAssignable, personName } from '#server/support/tickets/people-queries.ts'

const seconds = (count: number) => sql`make_interval(secs => ${count})`

const isViewing = sql<boolean>`${ticketPresence.seenAt} > now() - ${seconds(PRESENCE.viewing)}`
const isTyping = sql<boolean>`coalesce(${ticketPresence.typedAt} > now() - ${seconds(PRESENCE.typing)}, false)`

const isAt = ({ organizationId, id }: OwnedRecord) =>
  and(eq(ticketPresence.organizationId, organizationId), eq(ticketPresence.ticketId, id))

export const findColleagues = (db: Database, ticket: OwnedRecord, userId: string) =>
  db
    .select({ userId: ticketPresence.userId, name: personName, isTyping })
    .from(ticketPresence)
    .innerJoin(users, eq(users.id, ticketPresence.userId))
    .where(and(isAt(ticket), ne(ticketPresence.userId, userId), isViewing, isAssignable))
    .orderBy(personName, ticketPresence.userId)

export const findOwnPresence = (db: Database, ticket: OwnedRecord, userId: string) =>
  db
    .select({ isTyping })
    .from(ticketPresence)
    .where(and(isAt(ticket), eq(ticketPresence.userId, userId), isViewing))
    .then(first)

/** Also deletes what this user forgot to leave, so that at most a few rows of a user remain. */
export async function storePresence(
  db: Database,
  { organizationId, id: ticketId }: OwnedRecord,
  userId: string,
  types: boolean,
) {
  const typedAt = types ? sql`now()` : null
  await db
    .insert(ticketPresence)
    .values({ organizationId, ticketId, userId, typedAt })
    .onConflictDoUpdate({
      target: [ticketPresence.ticketId, ticketPresence.userId],
      set: { seenAt: sql`now()`, typedAt },
    })
  await db
    .delete(ticketPresence)
    .where(and(eq(ticketPresence.userId, userId), lt(ticketPresence.seenAt, sql`now() - interval '1 hour'`)))
}

export const deletePresence = (db: Database, ticket: OwnedRecord, userId: string) =>
  db.delete(ticketPresence).where(and(isAt(ticket), eq(ticketPresence.userId, userId)))

const isFollowed = ({ organizationId, id }: OwnedRecord) =>
  and(eq(ticketFollowers.organizationId, organizationId), eq(ticketFollowers.ticketId, id))

export const findFollowers = (db: Database, ticket: OwnedRecord) =>
  db
    .select({ id: users.id, name: personName })
    .from(ticketFollowers)
    .innerJoin(users, eq(users.id, ticketFollowers.userId))
    .where(and(isFollowed(ticket), isAssignable))
    .orderBy(personName, users.id)

export const insertFollowers = (db: Database, { organizationId, id: ticketId }: OwnedRecord, userIds: string[]) =>
  db
    .insert(ticketFollowers)
    .values(userIds.map((userId) => ({ organizationId, ticketId, userId })))
    .onConflictDoNothing()

export const deleteFollower = (db: Database, ticket: OwnedRecord, userId: string) =>
  db.delete(ticketFollowers).where(and(isFollowed(ticket), eq(ticketFollowers.userId, userId)))

/** Tickets that were merged into a ticket which is itself merged now. */
export const redirectMerged = (tx: Database, from: OwnedRecord, into: string) =>
  tx
    .update(tickets)
    .set({ mergedInto: into })
    .where(and(eq(tickets.organizationId, from.organizationId), eq(tickets.mergedInto, from.id)))
    .returning({ id: tickets.id })

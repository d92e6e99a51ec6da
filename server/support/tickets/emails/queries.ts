import { and, desc, eq, gte, inArray, ne, not, notExists, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { notificationSettings, users } from '#server/database/schema/identity/users.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { ticketFollowers, ticketMails } from '#server/database/schema/support/ticket-users.ts'
import { ticketNumber } from '#server/domain/tickets.ts'
import { readableBy, type Reader } from '#server/support/tickets/list/readable-queries.ts'
import { isAssignable, isOneOfStaff, personName } from '#server/support/tickets/people-queries.ts'

const hasOwnSetting = and(eq(notificationSettings.userId, users.id), eq(notificationSettings.kind, 'tickets'))
const wantsMail = and(eq(users.status, 'active'), sql`coalesce(${notificationSettings.isEnabled}, true)`)

type NewMails = { organizationId: string; ticketId: string; by: string; isByStaff: boolean }

/** New, or waiting so long that its job must have failed. */
const isUnattended = sql<boolean>`(xmax = 0 or ${ticketMails.since} < now() - interval '1 day')`

/** Adds the users concerned who want emails, unless they are already waiting for one. */
export const insertMails = (tx: Database, { by, isByStaff, ...ticket }: NewMails) =>
  tx
    .insert(ticketMails)
    .select(
      tx
        .select({ ...namesOf(ticket), userId: users.id, since: sql`now()`.as('since') })
        .from(users)
        .leftJoin(notificationSettings, hasOwnSetting)
        .where(and(inArray(users.id, concernedBy(tx, ticket, isByStaff)), ne(users.id, by), wantsMail))
        .orderBy(users.id),
    )
    .onConflictDoUpdate({
      target: [ticketMails.ticketId, ticketMails.userId],
      set: { since: sql`least(${ticketMails.since}, excluded.since)` },
    })
    .returning({ userId: ticketMails.userId, isUnattended })

type Ticket = Pick<NewMails, 'organizationId' | 'ticketId'>

const namesOf = ({ organizationId, ticketId }: Ticket) => ({
  organizationId: sql`${organizationId}::uuid`.as('organization_id'),
  ticketId: sql`${ticketId}::uuid`.as('ticket_id'),
})

/** The customer and the followers; for customers' messages also the assignee, or all staff if there is none. */
function concernedBy(tx: Database, { organizationId, ticketId }: Ticket, isByStaff: boolean) {
  const isTicket = and(eq(tickets.organizationId, organizationId), eq(tickets.id, ticketId))
  const opener = tx.select({ id: tickets.userId }).from(tickets).where(isTicket)
  const followers = tx
    .select({ id: users.id })
    .from(ticketFollowers)
    .innerJoin(users, eq(users.id, ticketFollowers.userId))
    .where(
      and(eq(ticketFollowers.organizationId, organizationId), eq(ticketFollowers.ticketId, ticketId), isAssignable),
    )
  if (isByStaff) return opener.unionAll(followers)
  const assignee = tx
    .select({ id: users.id })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.assigneeId))
    .where(and(isTicket, isAssignable))
  const everyone = tx
    .select({ id: users.id })
    .from(users)
    .where(and(isOneOfStaff, notExists(assignee)))
  return opener.unionAll(followers).unionAll(assignee).unionAll(everyone)
}

type Addressee = { ticketId: string; userId: string }

/** Of concurrent jobs, one sends the email. */
export const takeMail = (tx: Database, { ticketId, userId }: Addressee) =>
  tx
    .delete(ticketMails)
    .where(and(eq(ticketMails.ticketId, ticketId), eq(ticketMails.userId, userId)))
    .returning({ since: ticketMails.since })
    .then(first)

export const findRecipient = (tx: Database, userId: string) =>
  tx
    .select({
      id: users.id,
      role: users.role,
      organizationId: users.organizationId,
      email: users.email,
      firstName: users.firstName,
    })
    .from(users)
    .leftJoin(notificationSettings, hasOwnSetting)
    .where(and(eq(users.id, userId), wantsMail))
    .then(first)

/** Active staff only. */
export const findMentioned = (tx: Database, ids: string[]) =>
  tx
    .select({ email: users.email })
    .from(users)
    .leftJoin(notificationSettings, hasOwnSetting)
    .where(and(inArray(users.id, ids), isAssignable, wantsMail))
    .orderBy(users.id)

export const findMailedTicket = (tx: Database, reader: Reader, id: string, since: string) =>
  tx
    .select({
      id: tickets.id,
      organizationId: tickets.organizationId,
      userId: tickets.userId,
      ticketNumber,
      title: tickets.title,
      description: tickets.description,
      organization: organizations.name,
      opener: personName,
      isNew: sql<boolean>`${tickets.createdAt} >= ${since}`,
      isResolved: sql<boolean>`${tickets.status} = 'resolved' and coalesce(${tickets.resolvedAt} >= ${since}, false)`,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(organizations, eq(organizations.id, tickets.organizationId))
    .where(and(eq(tickets.id, id), readableBy(reader)))
    .then(first)

type UpdateQuery = { organizationId: string; ticketId: string; since: string; except: string }

export const findNews = (tx: Database, { organizationId, ticketId, since, except }: UpdateQuery, limit: number) =>
  tx
    .select({ id: ticketMessages.id, author: personName, message: ticketMessages.message })
    .from(ticketMessages)
    .innerJoin(users, eq(users.id, ticketMessages.userId))
    .where(
      and(
        eq(ticketMessages.organizationId, organizationId),
        eq(ticketMessages.ticketId, ticketId),
        eq(ticketMessages.isInternal, false),
        gte(ticketMessages.createdAt, since),
        ne(ticketMessages.userId, except),
      ),
    )
    .orderBy(desc(ticketMessages.createdAt), desc(ticketMessages.id))
    .limit(limit)

export const findOpened = (db: Database, id: string, email: string) =>
  db
    .select({ id: tickets.id, number: tickets.number, userId: tickets.userId })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(and(eq(tickets.id, id), eq(users.email, email), not(isOneOfStaff)))
    .then(first)

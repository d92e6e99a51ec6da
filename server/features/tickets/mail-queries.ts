import { and, desc, eq, gte, inArray, ne, or, sql } from 'drizzle-orm'
import { isStaff, Role } from '#contract/roles.ts'
import { first, type Database } from '#server/database/database.ts'
import { notificationSettings } from '#server/database/schema/notifications.ts'
import { organizations } from '#server/database/schema/organizations.ts'
import { ticketMails, ticketMessages, tickets } from '#server/database/schema/tickets.ts'
import { users } from '#server/database/schema/users.ts'
import { ticketNumber } from './queries.ts'
import { readableBy, type Reader } from './readable.ts'

const isOfStaff = inArray(users.role, Role.options.filter(isStaff))

const hasOwnSetting = and(eq(notificationSettings.userId, users.id), eq(notificationSettings.kind, 'tickets'))
const wantsMail = and(eq(users.status, 'active'), sql`coalesce(${notificationSettings.isEnabled}, true)`)

/** Whoever looks after the ticket; all of the staff while nobody does. */
const looksAfterIt = and(
  isOfStaff,
  sql`case
    when exists (
      select from users as assignee
      where assignee.id = ${tickets.assigneeId} and assignee.status = 'active' and assignee.role in ('admin', 'agent'))
    then ${users.id} = ${tickets.assigneeId}
    else true
  end`,
)

type News = { organizationId: string; ticketId: string; by: string; isByStaff: boolean }

/** Those whom it concerns and who want mail. Whoever waits for a letter already waits for the same one. */
export const insertMails = (tx: Database, { organizationId, ticketId, by, isByStaff }: News) =>
  tx
    .insert(ticketMails)
    .select((select) =>
      select
        .select({
          organizationId: tickets.organizationId,
          ticketId: tickets.id,
          userId: users.id,
          since: sql`now()`.as('since'),
        })
        .from(tickets)
        .innerJoin(users, or(eq(users.id, tickets.userId), isByStaff ? undefined : looksAfterIt))
        .leftJoin(notificationSettings, hasOwnSetting)
        .where(and(eq(tickets.organizationId, organizationId), eq(tickets.id, ticketId), ne(users.id, by), wantsMail))
        .orderBy(users.id),
    )
    .onConflictDoUpdate({
      target: [ticketMails.ticketId, ticketMails.userId],
      set: { since: sql`least(${ticketMails.since}, excluded.since)` },
    })
    .returning({ userId: ticketMails.userId, isNew: sql<boolean>`xmax = 0` })

type Addressed = { ticketId: string; userId: string }

/** Of several who would write one letter, one gets to. */
export const takeMail = (tx: Database, { ticketId, userId }: Addressed) =>
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

/** What a letter says of a ticket, if this person may read it, and what of it is news. */
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
      opener: nameOfUser,
      isNew: sql<boolean>`${tickets.createdAt} >= ${since}`,
      isResolved: sql<boolean>`${tickets.status} = 'resolved' and coalesce(${tickets.resolvedAt} >= ${since}, false)`,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(organizations, eq(organizations.id, tickets.organizationId))
    .where(and(eq(tickets.id, id), readableBy(reader)))
    .then(first)

const nameOfUser = sql<string>`concat(${users.firstName}, ' ', ${users.lastName})`

type Asked = { organizationId: string; ticketId: string; since: string; except: string }

/** What others said in public since then, newest first, at most so many. */
export const findNews = (tx: Database, { organizationId, ticketId, since, except }: Asked, limit: number) =>
  tx
    .select({ author: nameOfUser, message: ticketMessages.message })
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

import { and, asc, eq, gte, max, sql, type SQL } from 'drizzle-orm'
import type { PersonalData } from '#contract/identity/personal-data.ts'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { emails } from '#server/database/schema/emails.ts'
import { apiTokens } from '#server/database/schema/identity/api-tokens.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { passkeys } from '#server/database/schema/identity/passkeys.ts'
import { ssoConnections, ssoIdentities } from '#server/database/schema/identity/sso.ts'
import { knownBrowsers, notificationSettings, sessions, users } from '#server/database/schema/identity/users.ts'
import { licenseRequests } from '#server/database/schema/licensing/license-requests.ts'
import { documentFeedback, documents } from '#server/database/schema/support/documents.ts'
import { ticketMessages, tickets } from '#server/database/schema/support/tickets.ts'
import { ticketNumber } from '#server/domain/tickets.ts'
import { actorIpIn } from '#server/domain/users.ts'
import { isAcceptanceBy } from '#server/identity/session/registration/invitation-queries.ts'
import { everyRow } from '#server/platform/http/lists/pages.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

type Lists = Omit<PersonalData, 'exportedAt' | 'account'>

/** Long lists are read a page at a time. */
export const listsOf = (db: Database, { id, email }: PersonalData['account']) =>
  ({
    notifications: unpaged(() => findNotifications(db, id)),
    sessions: unpaged(() => findSessions(db, id)),
    knownBrowsers: unpaged(() => findBrowsers(db, id)),
    passkeys: unpaged(() => findPasskeys(db, id)),
    singleSignOn: unpaged(() => findIdentities(db, id)),
    apiTokens: unpaged(() => findTokens(db, id)),
    invitations: unpaged(() => findInvitations(db, id)),
    documentFeedback: unpaged(() => findFeedback(db, id)),
    licenseRequests: unpaged(() => findRequests(db, id)),
    tickets: paged((page) => selectTickets(db, id, page)),
    messages: paged((page) => selectMessages(db, id, page)),
    emails: paged((page) => selectEmails(db, { id, email }, page)),
    activity: paged((page) => selectActivity(db, id, page)),
  }) satisfies { [Name in keyof Lists]: AsyncIterable<Lists[Name][number]> }

async function* unpaged<Row>(read: () => PromiseLike<Row[]>) {
  yield* await read()
}

type CursorRow = { id: string; sortKey: string }

async function* paged<Row extends CursorRow>(read: (page: ListQuery) => PromiseLike<Row[]>) {
  for await (const { id: _id, sortKey: _sortKey, ...row } of everyRow(async (page) => read(page))) yield row
}

const findNotifications = (db: Database, userId: string) =>
  db
    .select({ kind: notificationSettings.kind, isEnabled: notificationSettings.isEnabled })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId))
    .orderBy(asc(notificationSettings.kind))

const findSessions = (db: Database, userId: string) =>
  db
    .select({
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      ip: sessions.ip,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt))

const findBrowsers = (db: Database, userId: string) =>
  db
    .select({ createdAt: knownBrowsers.createdAt, lastUsedAt: knownBrowsers.lastUsedAt })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.userId, userId))
    .orderBy(asc(knownBrowsers.createdAt))

const findPasskeys = (db: Database, userId: string) =>
  db
    .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt))

const findIdentities = (db: Database, userId: string) =>
  db
    .select({
      issuer: ssoConnections.issuer,
      subject: ssoIdentities.subject,
      createdAt: ssoIdentities.createdAt,
      lastUsedAt: ssoIdentities.lastUsedAt,
    })
    .from(ssoIdentities)
    .innerJoin(ssoConnections, eq(ssoConnections.organizationId, ssoIdentities.organizationId))
    .where(eq(ssoIdentities.userId, userId))

const findTokens = (db: Database, userId: string) =>
  db
    .select({
      name: apiTokens.name,
      scopes: apiTokens.scopes,
      allowedAddresses: apiTokens.allowedAddresses,
      createdAt: apiTokens.createdAt,
      lastUsedAt: apiTokens.lastUsedAt,
      expiresAt: apiTokens.expiresAt,
      revokedAt: apiTokens.revokedAt,
    })
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(asc(apiTokens.createdAt))

const findInvitations = (db: Database, userId: string) =>
  db
    .select({ email: invitations.email, createdAt: invitations.createdAt, acceptedAt: invitations.acceptedAt })
    .from(auditLog)
    .innerJoin(invitations, eq(invitations.id, auditLog.subjectId))
    .where(isAcceptanceBy(userId))
    .orderBy(asc(invitations.createdAt))

const findFeedback = (db: Database, userId: string) =>
  db
    .select({
      document: documents.title,
      isHelpful: documentFeedback.isHelpful,
      comment: documentFeedback.comment,
      updatedAt: documentFeedback.updatedAt,
    })
    .from(documentFeedback)
    .innerJoin(documents, eq(documents.id, documentFeedback.documentId))
    .where(eq(documentFeedback.userId, userId))
    .orderBy(asc(documentFeedback.updatedAt))

const findRequests = (db: Database, userId: string) =>
  db
    .select({
      additionalLicenses: licenseRequests.additionalLicenses,
      businessJustification: licenseRequests.businessJustification,
      status: licenseRequests.status,
      reason: licenseRequests.reason,
      createdAt: licenseRequests.createdAt,
    })
    .from(licenseRequests)
    .where(eq(licenseRequests.userId, userId))
    .orderBy(asc(licenseRequests.createdAt))

const oldestFirst = <By, Id>(by: By, id: Id) => ({ by, id, descending: false })

const textOf = (createdAt: Parameters<typeof asc>[0]): SQL<string> => sql<string>`${createdAt}::text`

const selectTickets = (db: Database, userId: string, page: ListQuery) => {
  const order = oldestFirst(tickets.createdAt, tickets.id)
  return db
    .select({
      id: tickets.id,
      sortKey: textOf(tickets.createdAt),
      ticketNumber,
      title: tickets.title,
      description: tickets.description,
      rating: tickets.rating,
      ratingComment: tickets.ratingComment,
      createdAt: tickets.createdAt,
    })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), after(page, order)))
    .orderBy(...orderBy(order))
    .limit(limitOf(page))
}

const selectMessages = (db: Database, userId: string, page: ListQuery) => {
  const order = oldestFirst(ticketMessages.createdAt, ticketMessages.id)
  return db
    .select({
      id: ticketMessages.id,
      sortKey: textOf(ticketMessages.createdAt),
      ticketNumber,
      message: ticketMessages.message,
      createdAt: ticketMessages.createdAt,
    })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .where(and(eq(ticketMessages.userId, userId), after(page, order)))
    .orderBy(...orderBy(order))
    .limit(limitOf(page))
}

type Addressee = Pick<PersonalData['account'], 'id' | 'email'>

/** When the address became the user's: it may have been someone else's before. */
const addressSince = (db: Database, { id, email }: Addressee) => {
  const moved = db
    .select({ at: max(auditLog.createdAt) })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectId, id),
        sql`${auditLog.action} in ('user.email-changed', 'user.email-replaced') and ${auditLog.changes}->'email'->>1 = ${email}`,
      ),
    )
  return sql`coalesce((${moved}), (${db.select({ at: users.createdAt }).from(users).where(eq(users.id, id))}))`
}

/** Without their texts, which may contain links. */
const selectEmails = (db: Database, user: Addressee, page: ListQuery) => {
  const order = oldestFirst(emails.createdAt, emails.id)
  return db
    .select({
      id: emails.id,
      sortKey: textOf(emails.createdAt),
      kind: emails.kind,
      subject: emails.subject,
      sentAt: emails.sentAt,
    })
    .from(emails)
    .where(and(eq(emails.to, user.email), gte(emails.createdAt, addressSince(db, user)), after(page, order)))
    .orderBy(...orderBy(order))
    .limit(limitOf(page))
}

const selectActivity = (db: Database, actorId: string, page: ListQuery) => {
  const order = oldestFirst(auditLog.createdAt, auditLog.id)
  return db
    .select({
      id: sql<string>`${auditLog.id}::text`,
      sortKey: textOf(auditLog.createdAt),
      action: auditLog.action,
      outcome: auditLog.outcome,
      ip: actorIpIn(users),
      createdAt: auditLog.createdAt,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.actorId, actorId), after(page, order)))
    .orderBy(...orderBy(order))
    .limit(limitOf(page))
}

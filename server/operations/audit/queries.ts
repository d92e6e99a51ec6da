import { and, eq, gte, ilike, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { SUPPORT_TEAM } from '#contract/licensing/history.ts'
import { INTERNAL_REASON, type AuditEntry, type AuditFilter } from '#contract/operations/audit.ts'
import { nounsOf } from '#contract/operations/audit/action-groups.ts'
import type { SubjectKind } from '#contract/operations/audit/audit-actions.ts'
import { first, type Database } from '#server/database/database.ts'
import { isAboutErased, isForCustomers, isOutsider } from '#server/database/customer-entries.ts'
import { storedNamesCalled } from '#server/database/former-actions.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { apiTokens } from '#server/database/schema/identity/api-tokens.ts'
import { invitations } from '#server/database/schema/identity/invitations.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { enrollmentKeys, licenses } from '#server/database/schema/licensing/licenses.ts'
import { versions } from '#server/database/schema/releases.ts'
import { documents } from '#server/database/schema/support/documents.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'
import { endOf, startOf } from '#server/domain/calendar.ts'
import { ticketNumber } from '#server/domain/tickets.ts'
import { actorNameIn, nameOf } from '#server/domain/users.ts'

/** The entries a user may read: all for an admin, the own organization's for an administrator. */
export type Scope = 'all' | { organizationId: string }

type AuditQuery = ListQuery & AuditFilter

const actors = alias(users, 'actors')
const subjects = alias(users, 'subjects')

const isHidden = (scope: Scope) =>
  scope === 'all'
    ? sql`false`
    : isOutsider({
        kind: auditLog.actorKind,
        organizationId: actors.organizationId,
        reader: scope.organizationId,
      })

/** A refused sign-in has no user as its actor yet. */
const isOfErased = sql`${actors.erasedAt} is not null or (${auditLog.actorKind} = 'anonymous' and ${subjects.erasedAt} is not null)`

const shownActor = (scope: Scope) => {
  const hidden = isHidden(scope)
  return {
    actorId: sql<string | null>`case when ${hidden} then null else ${auditLog.actorId} end`,
    actorName: sql<string | null>`case when ${hidden} then ${SUPPORT_TEAM} else ${actorNameIn(actors)} end`,
    ip: sql<string | null>`case when ${hidden} or ${isOfErased} then null else ${auditLog.ip} end`,
  }
}

const shownChanges = (scope: Scope) => {
  const visible = scope === 'all' ? auditLog.changes : sql`${auditLog.changes} - ${INTERNAL_REASON}::text`
  return sql<AuditEntry['changes']>`case when ${isAboutErased(auditLog)} then '{}'::jsonb else ${visible} end`
}

const subjectName = sql<string | null>`coalesce(
  ${licenses.label},
  ${enrollmentKeys.label},
  ${apiTokens.name},
  ${invitations.email},
  ${invoices.invoiceNumber},
  ${versions.version},
  ${documents.title},
  case when ${tickets.id} is not null then ${ticketNumber} end,
  case when ${auditLog.subjectKind} = 'organization' then ${organizations.name} end,
  ${nameOf(subjects)}
)`

/** 'license-request.approved' → 'license request approved' */
const actionWords = sql`translate(${auditLog.action}, '.-', '  ')`

const newestFirst = { by: auditLog.createdAt, id: auditLog.id, descending: true }

const selectMatching = (db: Database, scope: Scope, query: AuditQuery, page?: SQL) =>
  db
    .select({
      id: sql<string>`${auditLog.id}::text`,
      createdAt: auditLog.createdAt,
      organizationId: auditLog.organizationId,
      organizationName: organizations.name,
      actorKind: auditLog.actorKind,
      ...shownActor(scope),
      action: auditLog.action,
      outcome: auditLog.outcome,
      subjectKind: auditLog.subjectKind,
      subjectId: auditLog.subjectId,
      subjectName,
      changes: shownChanges(scope),
      requestId: auditLog.requestId,
      sortKey: sql<string>`${auditLog.createdAt}::text`,
    })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actorId))
    .leftJoin(organizations, eq(organizations.id, auditLog.organizationId))
    .leftJoin(licenses, isSubject('license', licenses))
    .leftJoin(enrollmentKeys, isSubject('enrollment-key', enrollmentKeys))
    .leftJoin(apiTokens, isSubject('api-token', apiTokens))
    .leftJoin(invitations, isSubject('invitation', invitations))
    .leftJoin(invoices, isSubject('invoice', invoices))
    // Versions belong to the vendor and are not secret.
    .leftJoin(versions, and(eq(versions.id, auditLog.subjectId), eq(auditLog.subjectKind, 'version')))
    .leftJoin(subjects, isSubject('user', subjects))
    // Entries about drafts have no organization, so only staff read them.
    .leftJoin(documents, and(eq(documents.id, auditLog.subjectId), eq(auditLog.subjectKind, 'document'), isOfVendor))
    .leftJoin(tickets, isTicket)
    .where(and(matching(scope, query), page))

export const selectEntries = (db: Database, scope: Scope, query: AuditQuery) =>
  selectMatching(db, scope, query, after(query, newestFirst))
    .orderBy(...orderBy(newestFirst))
    .limit(limitOf(query))

const NO_QUERY: AuditQuery = {}

export const findEntry = (db: Database, scope: Scope, id: string) =>
  selectMatching(db, scope, NO_QUERY, sql`${auditLog.id} = ${id}::bigint`).then(first)

/** Seconds that a request may take. Entries of the same request are looked for only so far apart, because its id has no index. */
const LONGEST_REQUEST = 60

export const findOfRequest = (db: Database, scope: Scope, { id, requestId, createdAt }: OfRequest) =>
  selectMatching(
    db,
    scope,
    NO_QUERY,
    sql`${auditLog.requestId} = ${requestId} and ${auditLog.id} <> ${id}::bigint
      and ${auditLog.createdAt} between ${createdAt}::timestamptz - make_interval(secs => ${LONGEST_REQUEST})
        and ${createdAt}::timestamptz + make_interval(secs => ${LONGEST_REQUEST})`,
  )
    .orderBy(auditLog.createdAt, auditLog.id)
    .limit(MOST_OF_REQUEST)

const MOST_OF_REQUEST = 500

type OfRequest = { id: string; requestId: string; createdAt: string }

export const countEntries = (db: Database, scope: Scope, query: AuditQuery) =>
  db.$count(selectMatching(db, scope, query).as('matching'))

/** Also matches the kind, so that an id never reveals names of another organization. */
const isSubject = (kind: SubjectKind, table: Record<'id' | 'organizationId', PgColumn>) =>
  and(
    eq(table.id, auditLog.subjectId),
    eq(auditLog.subjectKind, kind),
    sql`${table.organizationId} is not distinct from ${auditLog.organizationId}`,
  )

/** For staff only. */
const isOfVendor = isNull(auditLog.organizationId)

const isTicket = and(
  eq(tickets.id, auditLog.subjectId),
  eq(auditLog.subjectKind, 'ticket'),
  or(isOfVendor, eq(tickets.organizationId, auditLog.organizationId)),
)

const matching = (scope: Scope, query: AuditQuery) =>
  and(
    organizationOf(scope, query.organizationId),
    scope === 'all' ? undefined : isForCustomers(auditLog),
    query.status && eq(auditLog.outcome, query.status),
    query.group && inArray(sql`split_part(${auditLog.action}, '.', 1)`, nounsOf(query.group)),
    query.actor ? sql`${shownActor(scope).actorId} = ${query.actor}` : undefined,
    query.subject ? eq(auditLog.subjectId, query.subject) : undefined,
    query.from ? gte(auditLog.createdAt, startOf(sql`${query.from}::date`)) : undefined,
    query.to ? lt(auditLog.createdAt, endOf(sql`${query.to}::date`)) : undefined,
    query.search ? mentions(scope, query.search) : undefined,
  )

function organizationOf(scope: Scope, wanted: string | undefined) {
  const organizationId = scope === 'all' ? wanted : scope.organizationId
  return organizationId ? eq(auditLog.organizationId, organizationId) : undefined
}

/** Searches only what the reader sees, so that hidden names cannot be found. */
function mentions(scope: Scope, search: string) {
  const pattern = containing(search)
  return or(
    sql`concat_ws(chr(10), ${shownActor(scope).actorName}, ${actionWords}) ilike ${pattern}`,
    inArray(sql`${auditLog.action}`, storedNamesCalled(search)),
    isCalled(scope, pattern),
  )
}

const named = [
  { table: licenses, name: licenses.label, owner: licenses.organizationId },
  { table: enrollmentKeys, name: enrollmentKeys.label, owner: enrollmentKeys.organizationId },
  { table: apiTokens, name: apiTokens.name, owner: apiTokens.organizationId },
  { table: invitations, name: invitations.email, owner: invitations.organizationId },
  { table: invoices, name: invoices.invoiceNumber, owner: invoices.organizationId },
  { table: organizations, name: organizations.name, owner: organizations.id },
  { table: users, name: nameOf(users), owner: users.organizationId },
]

/** Looks up names first, each table once: joining them to every entry would take seconds. */
function isCalled(scope: Scope, pattern: string) {
  const own = (owner: PgColumn) => (scope === 'all' ? undefined : eq(owner, scope.organizationId))
  const ids = named.map(
    ({ table, name, owner }) => sql`select ${table.id} from ${table} where ${and(ilike(name, pattern), own(owner))}`,
  )
  const published = sql`select ${versions.id} from ${versions} where ${ilike(versions.version, pattern)}`
  return sql`${auditLog.subjectId} in (${sql.join([...ids, published], sql` union all `)})`
}

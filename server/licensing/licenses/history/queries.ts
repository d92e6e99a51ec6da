import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { actorIpIn, actorNameIn } from '#server/domain/users.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

const eventsIn = (organizationId: string) =>
  and(eq(auditLog.organizationId, organizationId), eq(auditLog.subjectKind, 'license'), eq(auditLog.outcome, 'success'))

const eventsOf = ({ id, organizationId }: OwnedRecord) => and(eventsIn(organizationId), eq(auditLog.subjectId, id))

/** Entries read to find three different licenses. A bulk change writes many, but one per license. */
const READ = 50

const order = { by: auditLog.createdAt, id: auditLog.id, descending: true }

const shown = {
  id: sql<string>`${auditLog.id}::text`,
  at: auditLog.createdAt,
  action: auditLog.action,
  actor: auditLog.actorKind,
  actorName: actorNameIn(users),
  actorRole: users.role,
  ip: actorIpIn(users),
  changes: auditLog.changes,
  sortKey: sql<string>`${auditLog.createdAt}::text`,
}

export const selectEvents = (db: Database, license: OwnedRecord, query: ListQuery) =>
  db
    .select(shown)
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eventsOf(license), after(query, order)))
    .orderBy(...orderBy(order))
    .limit(limitOf(query))

export const countEvents = (db: Database, license: OwnedRecord) => db.$count(auditLog, eventsOf(license))

export const selectNews = (db: Database, organizationId: string) =>
  db
    .select({ ...shown, licenseId: licenses.id, label: licenses.label })
    .from(auditLog)
    .innerJoin(licenses, eq(licenses.id, auditLog.subjectId))
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eventsIn(organizationId), eq(licenses.organizationId, organizationId)))
    .orderBy(...orderBy(order))
    .limit(READ)

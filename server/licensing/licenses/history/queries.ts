import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'

type Owned = { id: string; organizationId: string }

const eventsOf = ({ id, organizationId }: Owned) =>
  and(
    eq(auditLog.organizationId, organizationId),
    eq(auditLog.subjectKind, 'license'),
    eq(auditLog.subjectId, id),
    eq(auditLog.outcome, 'success'),
  )

const order = { by: auditLog.createdAt, id: auditLog.id, descending: true }

export const selectEvents = (db: Database, license: Owned, query: ListQuery) =>
  db
    .select({
      id: sql<string>`${auditLog.id}::text`,
      at: auditLog.createdAt,
      action: auditLog.action,
      actor: auditLog.actorKind,
      actorName: auditLog.actorName,
      actorRole: users.role,
      ip: auditLog.ip,
      changes: auditLog.changes,
      sortKey: sql<string>`${auditLog.createdAt}::text`,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eventsOf(license), after(query, order)))
    .orderBy(...orderBy(order))
    .limit(limitOf(query))

export const countEvents = (db: Database, license: Owned) => db.$count(auditLog, eventsOf(license))

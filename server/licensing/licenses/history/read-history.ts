import { and, eq, sql } from 'drizzle-orm'
import { HistoryField, SUPPORT_TEAM, type LicenseEvent } from '#contract/licensing/license-history.ts'
import { isStaff, type Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { readLicense, type Target } from '#server/licensing/licenses/actions.ts'
import { after, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists.ts'

type Reader = { role: Role }

/** A page of what became of a license. Without the license there is no history: a deleted one is the audit trail's. */
export async function readHistory(db: Database, reader: Reader, target: Target, query: ListQuery) {
  const license = await readLicense(db, target)
  const [rows, total] = await Promise.all([selectEvents(db, license, query), db.$count(auditLog, eventsOf(license))])
  return { rows: rows.map((row) => toEvent(row, reader)), total }
}

type Owned = { id: string; organizationId: string }

const eventsOf = ({ id, organizationId }: Owned) =>
  and(
    eq(auditLog.organizationId, organizationId),
    eq(auditLog.subjectKind, 'license'),
    eq(auditLog.subjectId, id),
    eq(auditLog.outcome, 'success'),
  )

const order = { by: auditLog.createdAt, id: auditLog.id, descending: true }

const selectEvents = (db: Database, license: Owned, query: ListQuery) =>
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

type Row = Awaited<ReturnType<typeof selectEvents>>[number]

const toEvent = ({ action, changes, ...row }: Row, reader: Reader): LicenseEvent & { sortKey: string } => ({
  id: row.id,
  at: row.at,
  sortKey: row.sortKey,
  actor: row.actor,
  ...actorFor(reader, row),
  action: action.replace('license.', ''),
  changes: HistoryField.options.flatMap((field) => {
    const [before, now] = changes[field] ?? []
    return before === undefined ? [] : [{ field, before: textOf(before), after: textOf(now) }]
  }),
})

const FORMER_USER = 'A former user'

/** A customer learns who of its own people did something, but not who of the vendor's, nor where the vendor sits. */
function actorFor(reader: Reader, { actor, actorName, actorRole, ip }: Omit<Row, 'action' | 'changes'>) {
  if (actor !== 'user' || isStaff(reader.role)) return { who: actorName, ip }
  if (!actorRole) return { who: FORMER_USER, ip: null }
  return isStaff(actorRole) ? { who: SUPPORT_TEAM, ip: null } : { who: actorName, ip }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

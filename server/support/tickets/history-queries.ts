import { and, desc, eq, sql } from 'drizzle-orm'
import type { TicketEvent } from '#contract/support/history.ts'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { actorNameIn } from '#server/domain/users.ts'
import type { Reader } from './list/readable-queries.ts'
import { requireReadable } from './queries.ts'

const MOST_EVENTS = 1000

export async function readHistory(db: Database, reader: Reader, ticketId: string): Promise<TicketEvent[]> {
  await requireReadable(db, reader, ticketId)
  return db
    .select({
      id: sql<string>`${auditLog.id}::text`,
      createdAt: auditLog.createdAt,
      action: auditLog.action,
      actorName: actorNameIn(users),
      changes: auditLog.changes,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectKind, 'ticket'), eq(auditLog.subjectId, ticketId)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(MOST_EVENTS)
}

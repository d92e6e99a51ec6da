import { and, desc, eq, sql } from 'drizzle-orm'
import type { ActionOn } from '#contract/operations/audit-actions.ts'
import type { TicketEvent } from '#contract/support/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'

type Subject = { id: string; organizationId: string }
type Changes = Record<string, [before: unknown, after: unknown]>

/** Only the vendor's people read these; an organization's administrators read the rest of its trail. */
const HIDDEN = 'ticket.assigned'

/** Tells the trail what became of a ticket, in the transaction that did it; nothing if nothing did. Never a text of it. */
export async function auditTicket(
  tx: Database,
  actor: Actor,
  action: ActionOn<'ticket'>,
  { id, organizationId }: Subject,
  changes: Changes,
) {
  if (Object.keys(changes).length === 0) return
  await audit(tx, actor, {
    action,
    organizationId: action === HIDDEN ? null : organizationId,
    subject: { kind: 'ticket', id },
    changes,
  })
}

/** Entries that a ticket's history shows. */
const MOST_EVENTS = 1000

/** For staff: what is hidden from the organization is in it, too. */
export const readHistory = (db: Database, ticketId: string): Promise<TicketEvent[]> =>
  db
    .select({
      id: sql<string>`${auditLog.id}::text`,
      createdAt: auditLog.createdAt,
      action: auditLog.action,
      actorName: auditLog.actorName,
      changes: auditLog.changes,
    })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, 'ticket'), eq(auditLog.subjectId, ticketId)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(MOST_EVENTS)

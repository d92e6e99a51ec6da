import type { ActionOn } from '#contract/operations/audit-actions.ts'
import type { Database } from '#server/database/database.ts'
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

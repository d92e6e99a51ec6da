import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'

type Subject = { id: string; organizationId: string }

/** For staff only; administrators read other entries of their organization. */
const HIDDEN: readonly string[] = ['ticket.assigned', 'ticket.snoozed']

/** Audits a change of a ticket in its transaction, if there is one. Never contains its texts. */
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
    organizationId: HIDDEN.includes(action) ? null : organizationId,
    subject: { kind: 'ticket', id },
    changes,
  })
}

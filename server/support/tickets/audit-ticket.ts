import type { ActionOn } from '#contract/operations/audit/audit-actions.ts'
import type { TicketChanges } from '#contract/support/ticket-changes.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'

type Subject = { id: string; organizationId: string }

type TicketAction = ActionOn<'ticket'>

/** Readers of an entry in the audit log: staff only, or the organization’s administrators too. Customers must not notice what only staff read. */
const readers: Record<TicketAction, 'administrators' | 'staff'> = {
  'ticket.assigned': 'staff',
  'ticket.created': 'administrators',
  'ticket.exported': 'administrators',
  'ticket.merged': 'administrators',
  'ticket.note-added': 'staff',
  'ticket.rated': 'administrators',
  'ticket.snoozed': 'staff',
  'ticket.updated': 'administrators',
}

/** The entry of each field that staff change. */
const entryOf: Record<keyof TicketChanges, TicketAction> = {
  status: 'ticket.updated',
  priority: 'ticket.updated',
  categoryId: 'ticket.updated',
  assigneeId: 'ticket.assigned',
}

const isForStaff = (action: TicketAction) => readers[action] === 'staff'

/** Whether customers must not notice these changes. */
export const areInternal = (changes: Changes) => changedIn(changes).every((field) => isForStaff(entryOf[field]))

const isField = (name: string): name is keyof TicketChanges => Object.hasOwn(entryOf, name)

const changedIn = (changes: Changes) => Object.keys(changes).filter(isField)

/** One entry for each group of readers. Ids are replaced by names: `categoryId` by `category`. */
export async function auditChanges(
  tx: Database,
  actor: Actor,
  ticket: Subject,
  { changes, nameOf }: { changes: Changes; nameOf: (id: unknown) => unknown },
) {
  for (const action of new Set(Object.values(entryOf))) {
    const fields = changedIn(changes).filter((field) => entryOf[field] === action)
    const named = fields.map((field): [string, Changes[string]] => {
      const [before, after] = changes[field] ?? [null, null]
      return field.endsWith('Id') ? [field.slice(0, -2), [nameOf(before), nameOf(after)]] : [field, [before, after]]
    })
    await auditTicket(tx, actor, action, ticket, Object.fromEntries(named))
  }
}

/** Audits a change of a ticket in its transaction, if there is one. Never contains its texts. */
export async function auditTicket(
  tx: Database,
  actor: Actor,
  action: TicketAction,
  { id, organizationId }: Subject,
  changes: Changes,
) {
  if (Object.keys(changes).length === 0) return
  await audit(tx, actor, {
    action,
    organizationId: isForStaff(action) ? null : organizationId,
    subject: { kind: 'ticket', id },
    changes,
  })
}

import { isStaff } from '#contract/roles.ts'
import { canReplySet, reopens, type TicketStatus } from '#contract/support/ticket-fields.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { publish } from '#server/platform/live/events.ts'
import { announce } from '#server/support/tickets/emails/announce.ts'
import { auditTicket } from '#server/support/tickets/audit-ticket.ts'
import { updateStatus, touch } from '#server/support/tickets/status-queries.ts'
import { updateTicket, type LockedTicket } from '#server/support/tickets/queries.ts'
import { setAnswered } from './queries.ts'

type Reply = { author: Pick<SessionUser, 'id' | 'role'>; ticket: LockedTicket; status: TicketStatus | undefined }

/** Side effects of a public message. `status`: set by staff together with it. */
export async function recordReply(
  tx: Database,
  jobs: Pick<Jobs, 'enqueue'>,
  actor: Actor,
  { author, ticket, status }: Reply,
) {
  const { organizationId, id } = ticket
  const isByStaff = isStaff(author.role)
  await audit(tx, actor, { action: 'message.sent', organizationId, subject: { kind: 'ticket', id } })
  if (isByStaff) await setAnswered(tx, ticket)
  else if (ticket.snoozedUntil) await updateTicket(tx, ticket, { snoozedUntil: null })
  const next = isByStaff ? chosenStatus(status, ticket) : reopenedStatus(ticket)
  if (next && (await updateStatus(tx, ticket, next))) {
    await auditTicket(tx, actor, 'ticket.updated', ticket, { status: [ticket.status, next] })
    await publish(tx, { ticketId: id, kind: 'changed', isInternal: false })
  } else await touch(tx, ticket)
  await announce(tx, jobs, { organizationId, ticketId: id, by: author })
}

/** A colleague may have merged the ticket since the reply was begun. */
const chosenStatus = (status: TicketStatus | undefined, ticket: LockedTicket) =>
  status && canReplySet(ticket, status) ? status : undefined

const reopenedStatus = (ticket: LockedTicket) => (reopens(ticket) ? 'open' : undefined)

/** No status change, no email, and no audit entry for administrators. */
export const recordNote = (tx: Database, actor: Actor, { id }: LockedTicket) =>
  audit(tx, actor, { action: 'ticket.note-added', organizationId: null, subject: { kind: 'ticket', id } })

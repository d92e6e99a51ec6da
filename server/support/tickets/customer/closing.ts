import { isSettled, type TicketStatus } from '#contract/support/ticket-fields.ts'
import type { Database } from '#server/database/database.ts'
import { publish } from '#server/platform/live/events.ts'
import { auditTicket } from '#server/support/tickets/audit-ticket.ts'
import type { By } from '#server/support/tickets/list/readable-queries.ts'
import { readTicket } from '#server/support/tickets/list/reading.ts'
import { updateStatus } from '#server/support/tickets/status-queries.ts'
import { lockTicket, type LockedTicket } from '#server/support/tickets/queries.ts'
import { markRead } from './read-queries.ts'

export const closeTicket = (db: Database, by: By, id: string) => setStatus(db, by, id, () => 'closed')

export const reopenTicket = (db: Database, by: By, id: string) =>
  setStatus(db, by, id, (ticket) => (isSettled(ticket) ? 'open' : ticket.status))

/** Answers with the ticket unchanged if it already has the status. */
const setStatus = (
  db: Database,
  { actor, reader }: By,
  id: string,
  statusFor: (ticket: LockedTicket) => TicketStatus,
) =>
  db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, reader, id)
    const status = statusFor(ticket)
    if (await updateStatus(tx, ticket, status)) {
      await auditTicket(tx, actor, 'ticket.updated', ticket, { status: [ticket.status, status] })
      await markRead(tx, ticket, reader.id)
      await publish(tx, { ticketId: id, kind: 'changed', isInternal: false })
    }
    return readTicket(tx, reader, id)
  })

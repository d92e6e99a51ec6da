import { isStaff } from '#contract/roles.ts'
import { earliest } from '#demo/calendar.ts'
import type { TicketRow } from '#demo/rows/tickets.ts'
import type { Message } from '#demo/support/ticket-record.ts'
import type { Database } from '#server/database/database.ts'
import { readTicketEmail, TICKET_MAIL_DELAY } from '#server/support/public.ts'
import type { EmailSources, SentEmail } from './sent-emails.ts'

type Ticket = TicketRow & { id: string; createdAt: string }
type Support = { tickets: Ticket[]; messages: Message[] }

/** Builds the email about the last message of each ticket with the portal's query. */
export async function emailsOfTickets(tx: Database, sources: EmailSources, { tickets, messages }: Support) {
  const { config, calendar } = sources
  const sent: SentEmail[] = []
  for (const { id: ticketId, ...ticket } of tickets) {
    const said = messages.filter((message) => message.ticketId === ticketId && !message.isInternal).at(-1)
    const since = said?.createdAt ?? ticket.createdAt
    const at = earliest(new Date(Date.parse(since) + TICKET_MAIL_DELAY * 1000).toISOString(), calendar.now)
    for (const userId of readersOf(sources, ticket, said?.userId ?? ticket.userId)) {
      const email = await readTicketEmail(tx, config, { ticketId, userId, since })
      if (email) sent.push({ at, email })
    }
  }
  return sent
}

/** Staff messages go to the customer, customer messages to the assignee or to all staff. */
function readersOf({ accounts }: EmailSources, { userId, assigneeId }: Omit<Ticket, 'id'>, by: string) {
  const staff = accounts.filter(({ role }) => isStaff(role)).map(({ id }) => id)
  if (staff.includes(by)) return [userId]
  return assigneeId ? [assigneeId] : staff
}

import type { buildInvoices } from '#demo/billing/invoices.ts'
import type { SeatChange } from '#demo/billing/seat-changes.ts'
import type { buildRequests } from '#demo/licensing/requests.ts'
import type { Random } from '#demo/random.ts'
import type { buildConversations } from '#demo/support/messages.ts'
import type { Database } from '#server/database/database.ts'
import { emailsOfSeats, emailsOfBillingStatus } from './emails-billing-status.ts'
import { emailsOfInvoices, emailsOfReminders } from './emails-money.ts'
import { emailsOfRegistrations, emailsOfRequests } from './emails-people.ts'
import { emailsOfTickets } from './emails-tickets.ts'
import { emailRows, type EmailSources } from './sent-emails.ts'

const DAYS = 30

type ExampleData = {
  money: ReturnType<typeof buildInvoices>
  seatChanges: SeatChange[]
  requests: ReturnType<typeof buildRequests>
  support: ReturnType<typeof buildConversations>
}

/**
 * Builds the outbox of the last month: all emails of the first two customers. Of the others only emails to sales and
 * about problems, because routine emails would hide those.
 */
export async function buildEmails(tx: Database, sources: EmailSources, data: ExampleData, random: Random) {
  const { customers, calendar } = sources
  const { money, seatChanges, requests, support } = data
  const since = calendar.ago({ days: DAYS })
  const isKnown = ({ organizationId }: { organizationId: string }) =>
    customers.slice(0, 2).some(({ id }) => id === organizationId)
  const numbered = money.numbered.filter(({ billed }) => isKnown(billed.facts))
  const tickets = support.tickets.filter((ticket) => isKnown(ticket) && ticket.updatedAt > since)
  const sent = [
    ...emailsOfInvoices(sources, { ...money, numbered }),
    ...emailsOfReminders(sources, money),
    ...emailsOfBillingStatus(sources, money.numbered),
    ...emailsOfSeats(sources, seatChanges),
    ...emailsOfRequests(sources, requests),
    ...emailsOfRegistrations(sources),
    ...(await emailsOfTickets(tx, sources, { ...support, tickets })),
  ]
  return emailRows(
    sent.filter(({ at }) => at > since && at <= calendar.now),
    random,
    calendar,
  )
}

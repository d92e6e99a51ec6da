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
import { mailRows, type EmailSources } from './sent-emails.ts'

/** Days of mail that the outbox shows. */
const DAYS = 30

type Happened = {
  money: ReturnType<typeof buildInvoices>
  seatChanges: SeatChange[]
  requests: ReturnType<typeof buildRequests>
  support: ReturnType<typeof buildConversations>
}

/**
 * What the portal has written lately: all about the customers whose people sign in, and of the others what sales had to hear
 * and whatever went wrong. What it wrote of their everyday would bury that.
 */
export async function buildMails(tx: Database, sources: EmailSources, happened: Happened, random: Random) {
  const { customers, calendar } = sources
  const { money, seatChanges, requests, support } = happened
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
  return mailRows(
    sent.filter(({ at }) => at > since && at <= calendar.now),
    random,
    calendar,
  )
}

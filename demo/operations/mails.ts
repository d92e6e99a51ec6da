import type { buildInvoices } from '#demo/billing/invoices.ts'
import type { SeatChange } from '#demo/billing/seat-changes.ts'
import type { buildRequests } from '#demo/licensing/requests.ts'
import type { Random } from '#demo/random.ts'
import type { buildConversations } from '#demo/support/messages.ts'
import type { Database } from '#server/database/database.ts'
import { tellOfSeats, tellOfStanding } from './emails-billing-status.ts'
import { tellOfInvoices, tellOfReminders } from './mails-money.ts'
import { tellOfRegistrations, tellOfRequests } from './mails-people.ts'
import { tellOfTickets } from './mails-tickets.ts'
import { mailRows, type Telling } from './told.ts'

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
export async function buildMails(tx: Database, telling: Telling, happened: Happened, random: Random) {
  const { customers, calendar } = telling
  const { money, seatChanges, requests, support } = happened
  const since = calendar.ago({ days: DAYS })
  const isKnown = ({ organizationId }: { organizationId: string }) =>
    customers.slice(0, 2).some(({ id }) => id === organizationId)
  const numbered = money.numbered.filter(({ billed }) => isKnown(billed.facts))
  const tickets = support.tickets.filter((ticket) => isKnown(ticket) && ticket.updatedAt > since)
  const told = [
    ...tellOfInvoices(telling, { ...money, numbered }),
    ...tellOfReminders(telling, money),
    ...tellOfStanding(telling, money.numbered),
    ...tellOfSeats(telling, seatChanges),
    ...tellOfRequests(telling, requests),
    ...tellOfRegistrations(telling),
    ...(await tellOfTickets(tx, telling, { ...support, tickets })),
  ]
  return mailRows(
    told.filter(({ at }) => at > since && at <= calendar.now),
    random,
    calendar,
  )
}

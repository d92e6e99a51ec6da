import { plusDays, type Calendar } from '#server/database/seed/calendar.ts'
import type { Random } from '#server/database/seed/random.ts'
import { ticketRow, type TicketRow } from '#server/database/seed/tickets.ts'
import type { Account } from './accounts.ts'
import { concerns } from './concerns.ts'

type DatedTicket = TicketRow & { createdAt: string }

/** Old tickets are settled, recent ones are not. */
const settled = ['closed', 'closed', 'resolved'] as const
const recent = ['open', 'in_progress', 'waiting_customer', 'resolved'] as const
const RECENT_DAYS = 21

/** Every approved person of a customer wrote two or three times in the last nine months. In order of their numbers. */
export function buildTickets(accounts: Account[], random: Random, calendar: Calendar): TicketRow[] {
  const authors = accounts.filter(({ organizationId, status }) => organizationId && status === 'active')
  const tickets = authors.flatMap((author) => ticketsBy(author, random, calendar))
  return tickets.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
}

function ticketsBy({ id: userId, organizationId, createdAt: since }: Account, random: Random, calendar: Calendar) {
  if (!organizationId) return []
  return Array.from({ length: random.whole(1, 3) }, (_none, index): DatedTicket => {
    const days = index === 0 ? random.whole(0, RECENT_DAYS) : random.whole(RECENT_DAYS, 270)
    const createdAt = laterOf(since, calendar.ago({ days, hours: random.whole(5, 23) }))
    const status = days < RECENT_DAYS ? random.pick(recent) : random.pick(settled)
    const updatedAt = status === 'open' ? createdAt : earlierOf(plusDays(createdAt, random.whole(1, 4)), calendar.now)
    return { ...ticketRow({ organizationId, userId, ...random.pick(concerns), status, updatedAt }), createdAt }
  })
}

const laterOf = (one: string, other: string) => (one > other ? one : other)
const earlierOf = (one: string, other: string) => (one < other ? one : other)

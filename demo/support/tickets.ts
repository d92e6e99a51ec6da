import type { TicketStatus } from '#contract/support/ticket-fields.ts'
import { duringWork, type Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Random } from '#demo/random.ts'
import { ticketRow, type TicketRow } from '#demo/rows/tickets.ts'
import { ticketTopics } from './ticket-topics.ts'

export type TicketDraft = TicketRow & { id: string; createdAt: string; category: string }

/** Possible statuses up to an age in days. */
const ages = [
  { days: 0, statuses: ['open', 'open', 'in_progress'] },
  { days: 2, statuses: ['open', 'open', 'in_progress', 'waiting_customer'] },
  { days: 6, statuses: ['in_progress', 'in_progress', 'waiting_customer', 'resolved'] },
  { days: 21, statuses: ['in_progress', 'waiting_customer', 'resolved', 'resolved', 'closed'] },
  { days: 270, statuses: ['closed', 'closed', 'resolved'] },
] as const

const RECENT_DAYS = 21

/** Builds up to three tickets per user over nine months, in the order before `duringWork`, so that random draws don’t depend on the weekday. */
export function buildTickets(accounts: Account[], random: Random, calendar: Calendar): TicketDraft[] {
  const authors = accounts.filter(({ organizationId, status }) => organizationId && status === 'active')
  const tickets = authors.flatMap((author) => ticketsBy(author, random, calendar))
  const since = new Map(authors.map(({ id, createdAt }) => [id, createdAt]))
  return tickets
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    .map((ticket) => ({
      ...ticket,
      createdAt: laterOf(since.get(ticket.userId) ?? '', duringWork(ticket.createdAt)),
    }))
}

function ticketsBy({ id: userId, organizationId, createdAt: since }: Account, random: Random, calendar: Calendar) {
  if (!organizationId) return []
  return Array.from({ length: random.whole(1, 3) }, (_none, index): TicketDraft => {
    const days = index === 0 ? random.whole(0, RECENT_DAYS) : random.whole(RECENT_DAYS, 270)
    const createdAt = laterOf(since, calendar.ago({ days, hours: random.whole(5, 23) }))
    const { statuses } = ages.find((age) => days <= age.days) ?? ages[4]
    const status = random.pick<TicketStatus>(statuses)
    const { category, ...topic } = random.pick(ticketTopics)
    return { ...ticketRow({ organizationId, userId, ...topic, status }), id: random.uuid(), category, createdAt }
  })
}

const laterOf = (one: string, other: string) => (one > other ? one : other)

type Conversation = TicketRow & { id: string; updatedAt: string }

/** Customers and their administrators have read everything except the last reply of tickets that wait for them. */
export const buildReads = (tickets: Conversation[], accounts: Account[]) =>
  tickets.flatMap(({ id: ticketId, organizationId, userId, status, createdAt, updatedAt }) =>
    accounts
      .filter(({ id, role, organizationId: ofReader }) =>
        role === 'org_admin' ? ofReader === organizationId : id === userId,
      )
      .map((reader) => ({
        organizationId,
        ticketId,
        userId: reader.id,
        readAt: status === 'waiting_customer' ? createdAt : updatedAt,
      })),
  )

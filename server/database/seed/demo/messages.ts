import type { ticketMessages } from '#server/database/schema/tickets.ts'
import type { Calendar } from '#server/database/seed/calendar.ts'
import type { Random } from '#server/database/seed/random.ts'
import type { TicketRow } from '#server/database/seed/tickets.ts'
import type { Account } from './accounts.ts'
import { replies } from './replies.ts'

type Message = typeof ticketMessages.$inferInsert & { createdAt: string }
type Saying = 'answer' | 'followUp' | 'note' | 'closing'

const HOUR = 3_600_000

/** Hours to the first answer, by how much it hurts. */
const delays: Record<NonNullable<TicketRow['priority']>, [least: number, most: number]> = {
  urgent: [1, 3],
  high: [1, 7],
  medium: [2, 16],
  low: [4, 30],
}

/** Who has spoken in what order when a ticket has come to this status. */
const courses: Record<NonNullable<TicketRow['status']>, Saying[][]> = {
  open: [[], [], ['note']],
  in_progress: [['answer'], ['note', 'answer', 'followUp'], ['answer', 'followUp']],
  waiting_customer: [['answer'], ['note', 'answer']],
  resolved: [
    ['answer', 'followUp', 'closing'],
    ['note', 'answer', 'followUp', 'closing'],
  ],
  closed: [['answer', 'followUp', 'closing'], ['answer'], ['answer', 'followUp', 'note', 'closing']],
}

/** Gives every ticket its id and what was said about it until now. */
export function buildConversations(written: TicketRow[], accounts: Account[], random: Random, calendar: Calendar) {
  const staff = accounts.filter(({ organizationId }) => organizationId === null).map(({ id }) => id)
  const tickets = written.map((ticket) => ({ ...ticket, id: random.uuid() }))
  return { tickets, messages: tickets.flatMap((ticket) => conversationOf(ticket, staff, random, calendar)) }
}

function conversationOf(ticket: TicketRow & { id: string }, staff: string[], random: Random, calendar: Calendar) {
  const { organizationId, id: ticketId, userId, title, status = 'open', priority = 'medium' } = ticket
  const course = random.pick(courses[status])
  const agent = random.pick(staff)
  const times = timesOf(ticket, course.length, random.whole(...delays[priority]), calendar)
  const words = replies[title]
  if (!words) throw new Error(`Nobody has answered: ${title}`)
  return course.map((saying, index): Message => ({
    organizationId,
    ticketId,
    userId: saying === 'followUp' ? userId : agent,
    message: words[saying],
    isInternal: saying === 'note',
    createdAt: times[index] ?? calendar.now,
  }))
}

/** From the first answer on in even steps of the time there was: until the last change, or until now for what goes on. */
function timesOf({ createdAt = '', updatedAt, status }: TicketRow, count: number, delay: number, { now }: Calendar) {
  const start = Date.parse(String(createdAt))
  const end = Date.parse(status === 'open' ? now : String(updatedAt))
  const first = Math.min(start + delay * HOUR, (start + end) / 2)
  return Array.from({ length: count }, (_none, index) =>
    new Date(first + ((end - first) / count) * index).toISOString(),
  )
}

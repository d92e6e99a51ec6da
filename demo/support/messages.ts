import type { TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import type { Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Random } from '#demo/random.ts'
import { replies } from './replies.ts'
import type { Category } from './support-desk.ts'
import { openRecord, type TicketRecord } from './ticket-record.ts'
import type { Written } from './tickets.ts'

export type Saying = 'answer' | 'followUp' | 'note' | 'closing'

const HOUR = 3_600_000

/** Hours to the first answer and to the solution, by priority. */
const delays: Record<TicketPriority, Record<'answer' | 'solution', [least: number, most: number]>> = {
  urgent: { answer: [1, 2], solution: [4, 20] },
  high: { answer: [1, 7], solution: [10, 44] },
  medium: { answer: [2, 16], solution: [24, 110] },
  low: { answer: [4, 30], solution: [48, 200] },
}

/** Some answers are later than their target. */
const LATE = { chance: 0.12, factor: 4 } as const

/** The order of messages that lead to each status. */
const courses: Record<TicketStatus, Saying[][]> = {
  open: [[], [], ['note']],
  in_progress: [['answer'], ['note', 'answer', 'followUp'], ['answer', 'followUp']],
  waiting_customer: [['answer'], ['note', 'answer']],
  resolved: [
    ['answer', 'followUp', 'closing'],
    ['note', 'answer', 'followUp', 'closing'],
  ],
  closed: [['answer', 'followUp', 'closing'], ['answer'], ['answer', 'followUp', 'note', 'closing']],
}

type Cast = { accounts: Account[]; categories: Category[]; random: Random; calendar: Calendar }

/** Builds the conversations of all tickets, with their status changes and audit entries. */
export function buildConversations(written: Written[], cast: Cast) {
  const stories = written.map((ticket) => storyOf(ticket, cast))
  return {
    tickets: stories.map(({ ticket }) => ticket),
    messages: stories.flatMap(({ messages }) => messages),
    sayings: new Map(stories.flatMap(({ sayings }) => sayings)),
    trail: stories
      .flatMap(({ entries }) => entries)
      .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
  }
}

function storyOf(ticket: Written, { accounts, categories, random, calendar }: Cast) {
  const customer = accounts.find(({ id }) => id === ticket.userId)
  const agent = random.pick(accounts.filter(({ organizationId }) => organizationId === null))
  const words = replies[ticket.title]
  if (!customer || !words) throw new Error(`No customer or replies for the ticket: ${ticket.title}`)
  const { status: end = 'open' } = ticket
  const course = random.pick(courses[end])
  const times = timesOf(ticket, course, random, calendar)
  const record = openRecord(ticket, () => `203.0.113.${random.whole(2, 250)}`)
  record.open(customer)
  begin(record, ticket, { agent, categories, random, isTaken: course.length > 0 || random.chance(0.2) })
  const sayings = course.map((saying, index): [messageId: string, Saying] => {
    const by = saying === 'followUp' ? customer : agent
    const at = times[index] ?? calendar.now
    const id = random.uuid()
    record.say({ by, at }, { id, message: words[saying], isInternal: saying === 'note' })
    const isAsked = course[index + 1] === 'followUp' ? random.chance(0.6) : end === 'waiting_customer'
    record.move({ by, at }, statusAfter(saying, record.status(), isAsked))
    return [id, saying]
  })
  finish(record, end, { at: Date.parse(times.at(-1) ?? ticket.createdAt), agent, customer, random, calendar })
  return { ...record.close(), sayings }
}

function statusAfter(saying: Saying, status: TicketStatus, isAsked: boolean): TicketStatus {
  if (saying === 'answer') return isAsked ? 'waiting_customer' : 'in_progress'
  if (saying === 'closing') return 'resolved'
  return saying === 'followUp' && status === 'waiting_customer' ? 'open' : status
}

type Beginning = { agent: Account; categories: Category[]; random: Random; isTaken: boolean }

/** Within minutes most tickets get a category, and the agent who will answer is assigned. */
function begin(record: TicketRecord, ticket: Written, { agent, categories, random, isTaken }: Beginning) {
  const category = categories.find(({ name }) => name === ticket.category)
  const at = new Date(Date.parse(ticket.createdAt) + random.whole(2, 14) * 60_000).toISOString()
  if (category && random.chance(0.88)) record.sort({ by: agent, at }, category)
  if (isTaken) record.assign({ by: agent, at })
}

type Ending = { at: number; agent: Account; customer: Account; random: Random; calendar: Calendar }

/** Sets the final status and the rating. */
function finish(record: TicketRecord, end: TicketStatus, { at, agent, customer, random, calendar }: Ending) {
  const after = (hours: number) => earlierOf(new Date(at + hours * HOUR).toISOString(), calendar.now)
  record.move({ by: agent, at: after(end === 'closed' ? random.whole(20, 60) : 1) }, end)
  if (record.status() !== 'resolved' && record.status() !== 'closed') return
  if (!random.chance(0.4)) return
  const { rating, comment } = pickRating(random)
  record.rate({ by: customer, at: after(random.whole(61, 90)) }, rating, comment)
}

/** The first answer follows its delay, the last message comes with the solution; open tickets have a recent last message. */
function timesOf(
  { createdAt, priority = 'medium', status }: Written,
  course: Saying[],
  random: Random,
  calendar: Calendar,
) {
  const hours = (of: 'answer' | 'solution') =>
    random.whole(...delays[priority][of]) * (random.chance(LATE.chance) ? LATE.factor : 1)
  const [start, now] = [Date.parse(createdAt), Date.parse(calendar.now)]
  const isOver = status === 'resolved' || status === 'closed'
  const last = Math.min(isOver ? start + hours('solution') * HOUR : now - random.whole(1, 40) * HOUR, now - HOUR)
  const end = Math.max(last, start + HOUR)
  const first = Math.min(start + hours('answer') * HOUR, (start + end) / 2)
  const place = Math.max(course.indexOf('answer'), 0)
  const steps = Math.max(course.length - 1 - place, 1)
  return course.map((_saying, index) =>
    new Date(index < place ? (start + first) / 2 : first + ((end - first) * (index - place)) / steps).toISOString(),
  )
}

const earlierOf = (one: string, other: string) => (one < other ? one : other)

/** Most ratings are good; most of the bad ones have a comment. */
const ratings = [
  { rating: 5, comments: ['Quick and to the point, thank you.', 'Solved on the same day.', null, null, null] },
  { rating: 5, comments: ['You called before we had even found the log. Great.', null, null] },
  { rating: 4, comments: ['Good help, the first answer could have come sooner.', null, null] },
  { rating: 4, comments: [null] },
  { rating: 3, comments: ['It works now, but we had to explain it twice.', null] },
  { rating: 2, comments: ['Three days without a printer is too long for us.'] },
  { rating: 1, comments: ['No one could tell us when it would be fixed.'] },
] as const

function pickRating(random: Random) {
  const { rating, comments } = random.pick(random.chance(0.8) ? ratings.slice(0, 4) : ratings)
  return { rating, comment: random.pick<string | null>(comments) }
}

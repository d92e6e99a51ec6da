import type { TicketPriority, TicketStatus } from '#contract/support/ticket-fields.ts'
import { earliest, type Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Random } from '#demo/random.ts'
import { randomAddress } from '#demo/rows/audit.ts'
import { replies } from './replies.ts'
import type { Category } from './support-desk.ts'
import { openRecord, type TicketRecord } from './ticket-record.ts'
import type { TicketDraft } from './tickets.ts'

export type MessageKind = 'answer' | 'followUp' | 'note' | 'closing'

const HOUR = 3_600_000

/** Hours, by priority. */
const delays: Record<TicketPriority, Record<'answer' | 'solution', [least: number, most: number]>> = {
  urgent: { answer: [1, 2], solution: [4, 20] },
  high: { answer: [1, 7], solution: [10, 44] },
  medium: { answer: [2, 16], solution: [24, 110] },
  low: { answer: [4, 30], solution: [48, 200] },
}

/** Some answers miss their target. */
const LATE = { chance: 0.12, factor: 4 } as const

/** Sequences of messages that lead to each status. */
const plans: Record<TicketStatus, MessageKind[][]> = {
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

/** Builds messages, status changes and audit entries of all tickets. */
export function buildConversations(written: TicketDraft[], cast: Cast) {
  const conversations = written.map((ticket) => conversationOf(ticket, cast))
  return {
    tickets: conversations
      .map(({ ticket }) => ticket)
      .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
    messages: conversations.flatMap(({ messages }) => messages),
    messageKinds: new Map(conversations.flatMap(({ messageKinds }) => messageKinds)),
    trail: conversations
      .flatMap(({ entries }) => entries)
      .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
  }
}

function conversationOf(ticket: TicketDraft, { accounts, categories, random, calendar }: Cast) {
  const customer = accounts.find(({ id }) => id === ticket.userId)
  const agent = random.pick(accounts.filter(({ organizationId }) => organizationId === null))
  const texts = replies[ticket.title]
  if (!customer || !texts) throw new Error(`No customer or replies for the ticket: ${ticket.title}`)
  const { status: end = 'open' } = ticket
  const plan = random.pick(plans[end])
  const times = timesOf(ticket, plan, random, calendar)
  const record = openRecord(ticket, () => randomAddress(random))
  record.open(customer)
  triage(record, ticket, { agent, categories, random, isAssigned: plan.length > 0 || random.chance(0.2) })
  const messageKinds = plan.map((kind, index): [messageId: string, MessageKind] => {
    const by = kind === 'followUp' ? customer : agent
    const at = times[index] ?? calendar.now
    const id = random.uuid()
    const isEmail = kind === 'followUp' && id < '5'
    record.addMessage({ by, at }, { id, message: texts[kind], isInternal: kind === 'note', isEmail })
    const isAsked = plan[index + 1] === 'followUp' ? random.chance(0.6) : end === 'waiting_customer'
    record.setStatus({ by, at }, statusAfter(kind, record.status(), isAsked))
    return [id, kind]
  })
  finish(record, end, { at: Date.parse(times.at(-1) ?? ticket.createdAt), agent, customer, random, calendar })
  return { ...record.close(), messageKinds }
}

function statusAfter(kind: MessageKind, status: TicketStatus, isAsked: boolean): TicketStatus {
  if (kind === 'answer') return isAsked ? 'waiting_customer' : 'in_progress'
  if (kind === 'closing') return 'resolved'
  return kind === 'followUp' && status === 'waiting_customer' ? 'open' : status
}

type Triage = { agent: Account; categories: Category[]; random: Random; isAssigned: boolean }

/** Within minutes, most tickets get a category and an agent. */
function triage(record: TicketRecord, ticket: TicketDraft, { agent, categories, random, isAssigned }: Triage) {
  const category = categories.find(({ name }) => name === ticket.category)
  const at = new Date(Date.parse(ticket.createdAt) + random.whole(2, 14) * 60_000).toISOString()
  if (category && random.chance(0.88)) record.setCategory({ by: agent, at }, category)
  if (isAssigned) record.assign({ by: agent, at })
}

type Ending = { at: number; agent: Account; customer: Account; random: Random; calendar: Calendar }

function finish(record: TicketRecord, end: TicketStatus, { at, agent, customer, random, calendar }: Ending) {
  const after = (hours: number) => earliest(new Date(at + hours * HOUR).toISOString(), calendar.now)
  record.setStatus({ by: agent, at: after(end === 'closed' ? random.whole(20, 60) : 1) }, end)
  if (record.status() !== 'resolved' && record.status() !== 'closed') return
  if (!random.chance(0.4)) return
  const { rating, comment } = pickRating(random)
  record.setRating({ by: customer, at: after(random.whole(61, 90)) }, rating, comment)
}

/** The last message is the solution, or recent if the ticket is open. */
function timesOf(
  { createdAt, priority = 'medium', status }: TicketDraft,
  plan: MessageKind[],
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
  const place = Math.max(plan.indexOf('answer'), 0)
  const steps = Math.max(plan.length - 1 - place, 1)
  return plan.map((_kind, index) =>
    new Date(index < place ? (start + first) / 2 : first + ((end - first) * (index - place)) / steps).toISOString(),
  )
}

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

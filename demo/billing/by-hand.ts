import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import { plusDays } from '#contract/dates.ts'
import { daysLater, startOf, type Calendar } from '#demo/calendar.ts'
import type { Customer } from '#demo/identity/customers.ts'
import type { Random } from '#demo/random.ts'
import { dayOf } from '#server/domain/calendar.ts'
import type { Billed, Money, Move } from './billed.ts'

/** Days to pay. */
const TERM = 30

type ManualInvoice = {
  /** Index in the list of customers. */
  place: number
  status: InvoiceStatus
  notes: string
  amountCents: number
  /** Days ago. */
  days: number
  /** A part payment, so many days ago. */
  part?: { amountCents: number; days: number }
  credit?: { amountCents: number; reason: string; days: number }
}

/** Invoices outside the subscription, in the statuses that renewals don't show. */
const manualInvoices: ManualInvoice[] = [
  {
    place: 0,
    status: 'issued',
    notes: 'Installation on the night shift',
    amountCents: 575_050,
    days: 4,
    part: { amountCents: 200_000, days: 2 },
  },
  { place: 0, status: 'cancelled', notes: 'Order withdrawn', amountCents: 250_000, days: 33 },
  { place: 0, status: 'void', notes: 'Issued twice by mistake', amountCents: 812_500, days: 61 },
  {
    place: 1,
    status: 'paid',
    notes: 'Report templates',
    amountCents: 640_000,
    days: 80,
    credit: { amountCents: 64_000, reason: 'One of the ten templates was not needed.', days: 10 },
  },
  { place: 1, status: 'draft', notes: 'On-site training, two days', amountCents: 1_480_000, days: 2 },
  { place: 2, status: 'failed', notes: 'Debit order returned by the bank', amountCents: 399_500, days: 9 },
  {
    place: 6,
    status: 'overdue',
    notes: 'Consulting, three hours',
    amountCents: 285_000,
    days: 47,
    credit: { amountCents: 95_000, reason: 'It took two hours, not three.', days: 40 },
  },
  { place: 8, status: 'draft', notes: 'Data import from the old system', amountCents: 965_000, days: 1 },
]

export const buildByHand = (customers: Customer[], random: Random, calendar: Calendar): Billed[] =>
  manualInvoices.map(({ place, status, notes, amountCents, days, part, credit }) => {
    const createdAt = calendar.ago({ days })
    const { id: organizationId } = customers[place] ?? random.pick(customers)
    const dueDate = plusDays(dayOf(createdAt), TERM)
    const { moves, money } = courses[status]({ createdAt, dueDate, amountCents })
    if (part) money.push({ kind: 'payment', amountCents: part.amountCents, at: calendar.ago({ days: part.days }) })
    const noted = credit && {
      amountCents: credit.amountCents,
      reason: credit.reason,
      at: calendar.ago({ days: credit.days }),
    }
    if (noted && status === 'paid') money.push({ kind: 'credit_kept', amountCents: -noted.amountCents, at: noted.at })
    const facts = { id: random.uuid(), organizationId, dueDate, amountCents, notes }
    return { facts, lines: [], moves, money, ...(noted && { credit: noted }) }
  })

type Begun = { createdAt: string; dueDate: string; amountCents: number }
type Course = { moves: [Move, ...Move[]]; money: Money[] }

const issued = ({ createdAt: at }: Begun): Move => ({ to: 'issued', at, byPerson: true })

/** A person acts the next day. */
const taken =
  (to: InvoiceStatus) =>
  (begun: Begun): Course => ({
    moves: [issued(begun), { to, at: daysLater(begun.createdAt, 1), byPerson: true }],
    money: [],
  })

const courses: Record<InvoiceStatus, (begun: Begun) => Course> = {
  draft: ({ createdAt: at }) => ({ moves: [{ to: 'draft', at, byPerson: true }], money: [] }),
  issued: (begun) => ({ moves: [issued(begun)], money: [] }),
  pending: taken('pending'),
  cancelled: taken('cancelled'),
  void: taken('void'),
  overdue: (begun) => ({
    moves: [issued(begun), { to: 'overdue', at: startOf(plusDays(begun.dueDate, 1)) }],
    money: [],
  }),
  paid: (begun) => {
    const at = daysLater(begun.createdAt, 12)
    const money: Money[] = [{ kind: 'payment', amountCents: begun.amountCents, at }]
    return { moves: [issued(begun), { to: 'paid', at, byPerson: true }], money }
  },
  failed: bounced,
}

/** Paid, then reversed because the payment bounced. */
function bounced(begun: Begun): Course {
  const [paidAt, takenAt] = [daysLater(begun.createdAt, 2), daysLater(begun.createdAt, 4)]
  const { amountCents } = begun
  return {
    moves: [issued(begun), { to: 'paid', at: paidAt, byPerson: true }, { to: 'failed', at: takenAt, byPerson: true }],
    money: [
      { kind: 'payment', amountCents, at: paidAt },
      { kind: 'reversal', amountCents: -amountCents, at: takenAt, note: 'Returned by the bank: insufficient funds' },
    ],
  }
}

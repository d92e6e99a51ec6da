import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import { plusDays } from '#contract/dates.ts'
import { daysLater, startOf, type Calendar } from '#demo/calendar.ts'
import type { Customer } from '#demo/identity/customers.ts'
import type { Random } from '#demo/random.ts'
import { dayOf } from '#server/domain/calendar.ts'
import type { BilledInvoice, Money, StatusChange } from './billed.ts'

const TERM_DAYS = 30

type ManualInvoice = {
  /** Index of the customer. */
  place: number
  status: InvoiceStatus
  notes: string
  amountCents: number
  days: number
  part?: { amountCents: number; days: number }
  credit?: { amountCents: number; reason: string; days: number }
}

/** Invoices in the statuses that renewals don't have. */
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

export const buildManualInvoices = (customers: Customer[], random: Random, calendar: Calendar): BilledInvoice[] =>
  manualInvoices.map(({ place, status, notes, amountCents, days, part, credit }) => {
    const createdAt = calendar.ago({ days })
    const { id: organizationId } = customers[place] ?? random.pick(customers)
    const dueDate = plusDays(dayOf(createdAt), TERM_DAYS)
    const { statusChanges, money } = histories[status]({ createdAt, dueDate, amountCents })
    if (part) money.push({ kind: 'payment', amountCents: part.amountCents, at: calendar.ago({ days: part.days }) })
    const creditNote = credit && {
      amountCents: credit.amountCents,
      reason: credit.reason,
      at: calendar.ago({ days: credit.days }),
    }
    if (creditNote && status === 'paid')
      money.push({ kind: 'credit_kept', amountCents: -creditNote.amountCents, at: creditNote.at })
    const facts = { id: random.uuid(), organizationId, dueDate, amountCents, notes }
    return { facts, lines: [], statusChanges, money, ...(creditNote && { credit: creditNote }) }
  })

type NewInvoice = { createdAt: string; dueDate: string; amountCents: number }
type History = { statusChanges: [StatusChange, ...StatusChange[]]; money: Money[] }

const issued = ({ createdAt: at }: NewInvoice): StatusChange => ({ to: 'issued', at, byPerson: true })

const changedNextDay =
  (to: InvoiceStatus) =>
  (invoice: NewInvoice): History => ({
    statusChanges: [issued(invoice), { to, at: daysLater(invoice.createdAt, 1), byPerson: true }],
    money: [],
  })

const histories: Record<InvoiceStatus, (invoice: NewInvoice) => History> = {
  draft: ({ createdAt: at }) => ({ statusChanges: [{ to: 'draft', at, byPerson: true }], money: [] }),
  issued: (invoice) => ({ statusChanges: [issued(invoice)], money: [] }),
  pending: changedNextDay('pending'),
  cancelled: changedNextDay('cancelled'),
  void: changedNextDay('void'),
  overdue: (invoice) => ({
    statusChanges: [issued(invoice), { to: 'overdue', at: startOf(plusDays(invoice.dueDate, 1)) }],
    money: [],
  }),
  paid: (invoice) => {
    const at = daysLater(invoice.createdAt, 12)
    const money: Money[] = [{ kind: 'payment', amountCents: invoice.amountCents, at }]
    return { statusChanges: [issued(invoice), { to: 'paid', at, byPerson: true }], money }
  },
  failed: paidThenReversed,
}

function paidThenReversed(invoice: NewInvoice): History {
  const [paidAt, reversedAt] = [daysLater(invoice.createdAt, 2), daysLater(invoice.createdAt, 4)]
  const { amountCents } = invoice
  return {
    statusChanges: [
      issued(invoice),
      { to: 'paid', at: paidAt, byPerson: true },
      { to: 'failed', at: reversedAt, byPerson: true },
    ],
    money: [
      { kind: 'payment', amountCents, at: paidAt },
      { kind: 'reversal', amountCents: -amountCents, at: reversedAt, note: 'Returned by the bank: insufficient funds' },
    ],
  }
}

import { formatDate } from '#contract/dates.ts'
import type { invoiceItems, invoiceStatusChanges } from '#server/database/schema/invoices.ts'
import { dayOf, plusDays, plusMonths, type Calendar } from '#server/database/seed/calendar.ts'
import { invoiceRow, type InvoiceRow } from '#server/database/seed/invoices.ts'
import type { Random } from '#server/database/seed/random.ts'
import type { Customer } from './customers.ts'

type Change = typeof invoiceStatusChanges.$inferInsert
type Item = typeof invoiceItems.$inferInsert
type Draft = Omit<InvoiceRow, 'invoiceNumber'> & { id: string; createdAt: string }

/** Days between an invoice and the day it is due. */
const TERM = 14

/** Eighteen months of renewals, and a few invoices written by hand. Numbered in the order they were made. */
export function buildInvoices(customers: Customer[], random: Random, calendar: Calendar) {
  const drafts = [
    ...customers.flatMap((customer) => buildRenewals(customer, random, calendar)),
    ...buildByHand(customers, random, calendar),
  ].sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  const invoices = drafts.map((draft, index) => ({ ...draft, invoiceNumber: numberOf(draft, index) }))
  return { invoices, items: buildItems(customers, invoices), statusChanges: invoices.flatMap(historyOf) }
}

/** What a renewal is for: the plan, the period that begins when it is due, the seats. Invoices by hand say it in their notes. */
const buildItems = (customers: Customer[], invoices: (Draft & { invoiceNumber: string })[]): Item[] =>
  customers.flatMap(({ id: organizationId, subscription, billingType, seats }) =>
    invoices
      .filter((invoice) => invoice.organizationId === organizationId && invoice.isManual === false)
      .map(({ id: invoiceId, dueDate, amountCents }) => {
        const lastDay = dayOf(plusMonths(`${dueDate}T10:00:00Z`, billingType === 'annual' ? 12 : 1))
        const description = `${subscription?.planName}, ${formatDate(dueDate)} to ${formatDate(lastDay)}`
        return { organizationId, invoiceId, position: 1, description, quantity: seats, amountCents }
      }),
  )

const numberOf = ({ createdAt }: Draft, index: number) =>
  `INV-${createdAt.slice(0, 4)}-${String(index + 1).padStart(5, '0')}`

/** One invoice a period, due on its first day, from the oldest paid one to the one that is running or owed. */
function buildRenewals(customer: Customer, random: Random, calendar: Calendar): Draft[] {
  const { subscription, billingType, standing, since } = customer
  if (!subscription) return []
  const months = billingType === 'annual' ? 12 : 1
  const starts: string[] = []
  let start = subscription.currentPeriodStart
  while (start > since) {
    starts.push(start)
    start = plusMonths(subscription.currentPeriodStart, -months * starts.length)
  }
  const paid = starts.map((due) => paidRenewal(customer, due, random))
  const isOwed = standing === 'past_due' || standing === 'unpaid'
  const isDueSoon = standing === 'active' && plusDays(subscription.currentPeriodEnd, -TERM) < calendar.now
  if (!isOwed && !isDueSoon) return paid
  const status = isOwed ? 'overdue' : random.pick(['issued', 'pending'] as const)
  return [...paid, { ...renewal(customer, subscription.currentPeriodEnd, random), status }]
}

function renewal(customer: Customer, due: string, random: Random): Draft {
  const { id: organizationId, billingType, pricePerSeat, seats } = customer
  const createdAt = plusDays(due, -TERM)
  return {
    ...invoiceRow({
      organizationId,
      isManual: false,
      amountCents: pricePerSeat * seats * (billingType === 'annual' ? 12 : 1),
      dueDate: dayOf(due),
    }),
    id: random.uuid(),
    createdAt,
    updatedAt: createdAt,
  }
}

function paidRenewal(customer: Customer, due: string, random: Random): Draft {
  const paidAt = plusDays(due, -random.whole(0, TERM - 2))
  const invoice = renewal(customer, due, random)
  return { ...invoice, status: 'paid', paidAt, paidCents: invoice.amountCents, updatedAt: paidAt }
}

/** Work outside the subscription, in the statuses that renewals do not show. `place` is the customer's in the list. */
const byHand = [
  { place: 0, status: 'issued', notes: 'Installation on the night shift', amountCents: 575_050, days: 4 },
  { place: 0, status: 'cancelled', notes: 'Order withdrawn', amountCents: 250_000, days: 33 },
  { place: 0, status: 'void', notes: 'Issued twice by mistake', amountCents: 812_500, days: 61 },
  { place: 1, status: 'paid', notes: 'Report templates', amountCents: 640_000, days: 80 },
  { place: 1, status: 'draft', notes: 'On-site training, two days', amountCents: 1_480_000, days: 2 },
  { place: 2, status: 'failed', notes: 'Debit order returned by the bank', amountCents: 399_500, days: 9 },
  { place: 6, status: 'overdue', notes: 'Consulting, three hours', amountCents: 285_000, days: 47 },
  { place: 8, status: 'draft', notes: 'Data import from the old system', amountCents: 965_000, days: 1 },
] as const

const buildByHand = (customers: Customer[], random: Random, calendar: Calendar): Draft[] =>
  byHand.map(({ place, status, notes, amountCents, days }) => {
    const createdAt = calendar.ago({ days })
    const dueDate = dayOf(plusDays(createdAt, 30))
    const paidAt = status === 'paid' ? plusDays(createdAt, 12) : null
    const { id: organizationId } = customers[place] ?? random.pick(customers)
    const row = invoiceRow({ organizationId, status, notes, amountCents, dueDate, paidAt })
    return { ...row, id: random.uuid(), createdAt, updatedAt: paidAt ?? createdAt }
  })

/** How it came to its status: drafted, issued, and what happened then. */
function historyOf({ id, organizationId, status = 'issued', createdAt, updatedAt, dueDate }: Draft): Change[] {
  const facts = { organizationId, invoiceId: id }
  if (status === 'draft' || status === 'issued') return [{ ...facts, toStatus: status, createdAt }]
  const changedAt = status === 'overdue' ? `${dueDate}T22:30:00.000Z` : updatedAt
  return [
    { ...facts, toStatus: 'issued', createdAt },
    { ...facts, fromStatus: 'issued', toStatus: status, ...(changedAt && { createdAt: changedAt }) },
  ]
}

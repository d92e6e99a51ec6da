import { PAYMENT_TERM_DAYS, RENEWAL_NOTICE_DAYS } from '#contract/billing/terms.ts'
import { formatDate, plusDays } from '#contract/dates.ts'
import { sumCents } from '#contract/money.ts'
import { daysLater, earliest, startOf, type Calendar } from '#demo/calendar.ts'
import { hasSubscription, type Customer, type Subscriber } from '#demo/identity/customers.ts'
import type { Random } from '#demo/random.ts'
import { dayOf, plusMonths } from '#server/domain/calendar.ts'
import { createdAt, type BilledInvoice, type Line } from './billed.ts'
import { grownSince, pendingFor, type SeatChange } from './seat-changes.ts'

type Period = { start: string; end: string }

/** Builds an invoice for each paid period, the running one, and the next one if it is already issued. */
export function buildRenewals(
  customer: Customer,
  changes: SeatChange[],
  random: Random,
  calendar: Calendar,
): BilledInvoice[] {
  if (!hasSubscription(customer) || customer.state === 'trial') return []
  const periods = periodsOf(customer)
  const paid = periods.map((period, index) => {
    const previous = periods[index - 1]
    const billed = bill(customer, period, { isFirst: !previous, changes, random })
    return payInTime(billed, { previousPeriodStart: previous?.start ?? null, seatsSettledAt: period.start }, random)
  })
  return [...paid, ...nextOf(customer, changes, random, calendar)]
}

const monthsOf = ({ billingType }: Customer) => (billingType === 'annual' ? 12 : 1)

/** The paid periods since the customer joined, oldest first. */
function periodsOf(customer: Subscriber) {
  const { currentPeriodStart, currentPeriodEnd } = customer.subscription
  const periods: Period[] = []
  let end = currentPeriodEnd
  let start = currentPeriodStart
  while (start > customer.since) {
    periods.unshift({ start, end })
    end = start
    start = plusMonths(currentPeriodStart, -monthsOf(customer) * periods.length)
  }
  return periods
}

type Terms = { isFirst?: boolean; changes: SeatChange[]; random: Random }

function bill(customer: Subscriber, period: Period, { isFirst = false, changes, random }: Terms): BilledInvoice {
  const { id: organizationId, subscription, billingType } = customer
  const opens = startOf(plusDays(dayOf(period.start), -RENEWAL_NOTICE_DAYS[billingType]))
  const issuedAt = isFirst ? period.start : opens
  const { seats, lines } = linesOf(customer, period, { issuedAt, changes })
  return {
    facts: {
      id: random.uuid(),
      organizationId,
      subscriptionId: subscription.id,
      isManual: false,
      amountCents: sumCents(lines),
      dueDate: isFirst ? plusDays(dayOf(issuedAt), PAYMENT_TERM_DAYS) : dayOf(period.start),
      periodStart: period.start,
      periodEnd: period.end,
      seats,
    },
    lines,
    statusChanges: [{ to: 'issued', at: issuedAt }],
    money: [],
  }
}

type Issue = { issuedAt: string; changes: SeatChange[] }

function linesOf(customer: Subscriber, { start, end }: Period, { issuedAt, changes }: Issue) {
  const { subscription, pricePerSeat } = customer
  const price = pricePerSeat * monthsOf(customer)
  const seats = customer.seats - grownSince(changes, issuedAt)
  const days = `${formatDate(dayOf(start))} to ${formatDate(plusDays(dayOf(end), -1))}`
  const lines: Line[] = [
    { description: `${subscription.planName}, ${days}`, quantity: seats, amountCents: seats * price },
  ]
  const delta = pendingFor(changes, { issuedAt, start })
  if (delta !== 0)
    lines.push({
      description: `${delta > 0 ? '+' : ''}${delta} seats from ${formatDate(dayOf(start))}`,
      quantity: Math.abs(delta),
      amountCents: delta * price,
    })
  return { seats: seats + delta, lines }
}

type PeriodFacts = { previousPeriodStart: string | null; seatsSettledAt: string }

function payInTime(billed: BilledInvoice, periodFacts: PeriodFacts, random: Random): BilledInvoice {
  const at = daysLater(startOf(dayOf(createdAt(billed)), { hours: 26 + random.whole(8, 15) }), random.whole(0, 4))
  return {
    ...billed,
    facts: { ...billed.facts, ...periodFacts },
    statusChanges: [...billed.statusChanges, { to: 'paid', at, byPerson: true }],
    money: [{ kind: 'payment', amountCents: billed.facts.amountCents, at }],
  }
}

/** Returns the invoice after the last paid one: outstanding, or void because the customer canceled. */
function nextOf(customer: Subscriber, changes: SeatChange[], random: Random, calendar: Calendar): BilledInvoice[] {
  const { subscription, state } = customer
  const start = subscription.currentPeriodEnd
  const billed = bill(customer, { start, end: plusMonths(start, monthsOf(customer)) }, { changes, random })
  const [issued] = billed.statusChanges
  if (subscription.canceledAt) {
    if (issued.at > subscription.canceledAt) return []
    return [{ ...billed, statusChanges: [issued, { to: 'void', at: subscription.canceledAt }] }]
  }
  if (state === 'past_due' || state === 'unpaid') {
    const facts = { ...billed.facts, seatsSettledAt: start }
    return [{ ...billed, facts, statusChanges: [issued, { to: 'overdue', at: startOf(plusDays(dayOf(start), 1)) }] }]
  }
  if (issued.at > calendar.now) return []
  const pending = { to: 'pending', at: earliest(daysLater(issued.at, 1), calendar.now), byPerson: true } as const
  return [random.chance(0.5) ? billed : { ...billed, statusChanges: [issued, pending] }]
}

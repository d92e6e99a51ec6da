import { LEAST_TERM_DAYS, RENEWAL_NOTICE_DAYS } from '#contract/billing/terms.ts'
import { sumCents } from '#contract/money.ts'
import type { BilledSubscription } from '#server/billing/lock.ts'
import type { Database } from '#server/database/database.ts'
import { dayOf, dayOfMonth, latestOf, periodFrom, plusDays, type Period } from '#server/domain/calendar.ts'
import type { Item } from '#server/domain/invoices.ts'
import { billedLine, changeLine, chargeLine, periodLine, restLine } from './lines.ts'
import { findBilledWithin, findPending, findPeriods, findUnbilled } from './queries.ts'
import { findSeatGroups } from './seat-groups.ts'

/** The invoice of the next period as it would be issued today, and the day on which it will be. */
export type Draft = {
  opensOn: string
  dueDate: string
  items: Item[]
  amountCents: number
  period: Period & { seats: number }
  chargeIds: string[]
  anchorDay: number
  isHeldUp: boolean
}

/** Returns undefined if the next period is already invoiced or is free. */
export async function draftRenewal(db: Database, subscription: BilledSubscription): Promise<Draft | undefined> {
  const { currentPeriodEnd: start, billingType, today } = subscription
  const others = await findPeriods(db, subscription, start)
  if (others.some((other) => other.start === start)) return undefined
  const anchorDay = subscription.anchorDay ?? dayOfMonth(start)
  const period = fitBefore(periodFrom(start, { anchorDay, billingType }), others)
  const billed = await bill(db, subscription, period)
  if (billed.amountCents === 0) return undefined
  const opensOn = plusDays(dayOf(start), -RENEWAL_NOTICE_DAYS[billingType])
  const issuedOn = latestOf(opensOn, today)
  return {
    opensOn,
    dueDate: latestOf(dayOf(start), plusDays(issuedOn, LEAST_TERM_DAYS)),
    anchorDay,
    isHeldUp: others.some(({ isOutstanding }) => isOutstanding),
    ...billed,
  }
}

/** A voided period can be invoiced after the one that follows it, and then ends where that begins. */
function fitBefore(period: Period, others: Period[]): Period {
  const next = others.find(({ start }) => start > period.start)
  return next && next.start < period.end ? { ...period, end: next.start } : period
}

/** Bills the initial seats for the whole period, and added seats by the day if it has begun. */
async function billSeats(db: Database, subscription: BilledSubscription, period: Period) {
  const groups = await findSeatGroups(db, subscription, period)
  return groups.flatMap(({ seats, from }) =>
    from === period.start ? [periodLine(subscription, period, seats)] : restLine(subscription, period, { seats, from }),
  )
}

/** Bills current seats, changes that start with the period, and seats added since the last invoice. */
async function bill(db: Database, subscription: BilledSubscription, period: Period) {
  const pending = await findPending(db, subscription, period.start)
  const charges = await findUnbilled(db, subscription)
  const delta = pending?.deltaQuantity ?? 0
  const items = [
    ...(await billSeats(db, subscription, period)),
    ...(delta === 0 ? [] : [changeLine(subscription, period, delta)]),
    ...charges.map(chargeLine),
  ]
  // Leaves out seats that a later invoice has already billed.
  for (const charge of await findBilledWithin(db, subscription, period)) {
    items.push(billedLine(charge, Math.max(0, sumCents(items) - 1)))
  }
  return {
    items,
    amountCents: sumCents(items),
    period: { ...period, seats: subscription.licenseLimit + delta },
    chargeIds: charges.map(({ id }) => id),
  }
}

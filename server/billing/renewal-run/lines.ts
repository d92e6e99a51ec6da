import { formatDate } from '#contract/dates.ts'
import { centsForSeats } from '#contract/money.ts'
import { countOf } from '#contract/quantities.ts'
import { dayOf, plusDays, type Period } from '#server/domain/calendar.ts'
import type { Item } from '#server/domain/invoices.ts'
import { periodCents, restCents } from './prices.ts'
import type { SeatGroup } from './seat-groups.ts'

type Terms = { planName: string; licenseLimit: number; twelveMonthCents: number }

/** 'Jul 01, 2027 to Jul 31, 2027': a period's end is the first day of the next. */
export const inDays = ({ start, end }: Period) =>
  `${formatDate(dayOf(start))} to ${formatDate(plusDays(dayOf(end), -1))}`

const inSeats = (seats: number) => `${seats > 0 ? '+' : ''}${countOf(seats, 'seat')}`

/** Bills seats for a whole period; all of them by default. */
export const periodLine = (terms: Terms, period: Period, seats = terms.licenseLimit): Item => ({
  description: `${terms.planName}, ${inDays(period)}`,
  quantity: seats,
  amountCents: periodCents(centsForSeats(terms.twelveMonthCents, { from: terms.licenseLimit, to: seats }), period),
})

/** Bills seats from the day they were added to the end of the period; no line if that is free. */
export function restLine(terms: Terms, period: Period, group: SeatGroup): Item[] {
  const { seats, from } = group
  const amountCents = restCents({ ...terms, ...group, period })
  return amountCents === 0 ? [] : [chargeLine({ seats, startsAt: from, endsAt: period.end, amountCents })]
}

/** Bills or credits a seat change on the first day of the period. */
export function changeLine({ licenseLimit: from, twelveMonthCents }: Terms, period: Period, delta: number): Item {
  const changed = centsForSeats(twelveMonthCents, { from, to: from + delta })
  return {
    description: `${inSeats(delta)} from ${formatDate(dayOf(period.start))}`,
    quantity: Math.abs(delta),
    amountCents: periodCents(changed, period) - periodCents(twelveMonthCents, period),
  }
}

type Charge = { seats: number; startsAt: string; endsAt: string; amountCents: number }

export const chargeLine = ({ seats, startsAt: start, endsAt: end, amountCents }: Charge): Item => ({
  description: `${inSeats(seats)} from ${inDays({ start, end })}`,
  quantity: seats,
  amountCents,
})

/** Repeats a charge on a reissued invoice, for the part that is not billed yet. */
export const billedLine = (charge: Charge, left: number): Item => ({
  description: `${inSeats(charge.seats)} from ${inDays({ start: charge.startsAt, end: charge.endsAt })}, billed already`,
  quantity: charge.seats,
  amountCents: -Math.min(charge.amountCents, left),
})

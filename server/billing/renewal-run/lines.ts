import { formatDate } from '#contract/dates.ts'
import { centsForSeats } from '#contract/money.ts'
import { dayOf, plusDays, type Period } from '#server/domain/calendar.ts'
import { periodCents, restCents } from './prices.ts'
import type { SeatGroup } from './seat-groups.ts'

export type Line = { description: string; quantity: number; amountCents: number }

type Terms = { planName: string; licenseLimit: number; twelveMonthCents: number }

/** 'Jul 01, 2027 to Jul 31, 2027': the day of its end is the first of the next one. */
export const inDays = ({ start, end }: Period) =>
  `${formatDate(dayOf(start))} to ${formatDate(plusDays(dayOf(end), -1))}`

const inSeats = (seats: number) => `${seats > 0 ? '+' : ''}${seats} ${Math.abs(seats) === 1 ? 'seat' : 'seats'}`

/** Some of the seats, all of them by default, for a whole period. */
export const periodLine = (terms: Terms, period: Period, seats = terms.licenseLimit): Line => ({
  description: `${terms.planName}, ${inDays(period)}`,
  quantity: seats,
  amountCents: periodCents(centsForSeats(terms.twelveMonthCents, { from: terms.licenseLimit, to: seats }), period),
})

/** Seats for the rest of a period, from the day they came. None where that costs nothing. */
export function restLine(terms: Terms, period: Period, group: SeatGroup): Line[] {
  const { seats, from } = group
  const amountCents = restCents({ ...terms, ...group, period })
  return amountCents === 0 ? [] : [chargeLine({ seats, startsAt: from, endsAt: period.end, amountCents })]
}

/** What a change of seats on its first day adds to that, or takes away. */
export function changeLine({ licenseLimit: from, twelveMonthCents }: Terms, period: Period, delta: number): Line {
  const changed = centsForSeats(twelveMonthCents, { from, to: from + delta })
  return {
    description: `${inSeats(delta)} from ${formatDate(dayOf(period.start))}`,
    quantity: Math.abs(delta),
    amountCents: periodCents(changed, period) - periodCents(twelveMonthCents, period),
  }
}

type Charge = { seats: number; startsAt: string; endsAt: string; amountCents: number }

/** Seats that came while a period was running. */
export const chargeLine = ({ seats, startsAt: start, endsAt: end, amountCents }: Charge): Line => ({
  description: `${inSeats(seats)} from ${inDays({ start, end })}`,
  quantity: seats,
  amountCents,
})

/** The same seats in a period that is billed anew with them: as much is left of it as was not billed yet. */
export const billedLine = (charge: Charge, left: number): Line => ({
  description: `${inSeats(charge.seats)} from ${inDays({ start: charge.startsAt, end: charge.endsAt })}, billed already`,
  quantity: charge.seats,
  amountCents: -Math.min(charge.amountCents, left),
})

export const totalOf = (lines: Line[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0)

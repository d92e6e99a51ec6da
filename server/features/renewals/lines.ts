import { formatDate } from '#contract/dates.ts'
import { centsForSeats } from '#contract/money.ts'
import { dayOf, plusDays, type Period } from '#server/features/periods/calendar.ts'
import { periodCents } from './prices.ts'

export type Line = { description: string; quantity: number; amountCents: number }

type Terms = { planName: string; licenseLimit: number; twelveMonthCents: number }

/** 'Jul 01, 2027 to Jul 31, 2027': the day of its end is the first of the next one. */
export const inDays = ({ start, end }: Period) =>
  `${formatDate(dayOf(start))} to ${formatDate(plusDays(dayOf(end), -1))}`

const inSeats = (seats: number) => `${seats > 0 ? '+' : ''}${seats} ${Math.abs(seats) === 1 ? 'seat' : 'seats'}`

/** The seats there are, for a period. */
export const periodLine = ({ planName, licenseLimit, twelveMonthCents }: Terms, period: Period): Line => ({
  description: `${planName}, ${inDays(period)}`,
  quantity: licenseLimit,
  amountCents: periodCents(twelveMonthCents, period),
})

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

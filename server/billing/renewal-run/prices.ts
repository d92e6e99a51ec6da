import { monthlyCents } from '#contract/money.ts'
import { daysOf, isMonth, type Period } from '#server/domain/calendar.ts'

/** Cents of a whole period: a month, or a year. */
export const periodCents = (twelveMonthCents: number, period: Period) =>
  isMonth(period) ? monthlyCents(twelveMonthCents) : twelveMonthCents

/** Nothing is billed that does not cost a cent a month: the periods follow each other by themselves. */
export const isFree = ({ twelveMonthCents }: { twelveMonthCents: number }) => monthlyCents(twelveMonthCents) === 0

/** In SQL, the same. */
export const FREE_BELOW = 6

type Share = { cents: number; seats: number; of: number; days: number; ofDays: number }

/** A part of an amount by seats and days, half a cent up, rounded once. In big integers: on the way it is beyond a number. */
export function shareOf({ cents, seats, of, days, ofDays }: Share) {
  const numerator = BigInt(cents) * BigInt(seats) * BigInt(days)
  const denominator = BigInt(of) * BigInt(ofDays)
  return Number((2n * numerator + denominator) / (2n * denominator))
}

type Added = { twelveMonthCents: number; licenseLimit: number; seats: number; period: Period; from: string }

/** Cents of some of the seats for the rest of a period, the day they came on included. */
export function restCents({ twelveMonthCents, licenseLimit, seats, period, from }: Added) {
  const ofDays = daysOf(period)
  const days = Math.max(0, Math.min(ofDays, daysOf({ start: from, end: period.end })))
  const of = licenseLimit * (isMonth(period) ? 12 : 1)
  return shareOf({ cents: twelveMonthCents, seats, of, days, ofDays })
}

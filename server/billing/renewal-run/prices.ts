import { monthlyCents } from '#contract/money.ts'
import { daysOf, isMonth, type Period } from '#server/domain/calendar.ts'

/** Cents for a whole month or year. */
export const periodCents = (twelveMonthCents: number, period: Period) =>
  isMonth(period) ? monthlyCents(twelveMonthCents) : twelveMonthCents

/** Below one cent a month, nothing is invoiced and periods advance automatically. */
export const isFree = ({ twelveMonthCents }: { twelveMonthCents: number }) => monthlyCents(twelveMonthCents) === 0

/** The same rule for SQL: twelve months below 6 cents round to 0 a month. */
export const FREE_BELOW = 6

type Share = { cents: number; seats: number; of: number; days: number; ofDays: number }

/** Returns a share by seats and days, half a cent rounded up, rounded once. Uses BigInt: intermediate products exceed safe integers. */
export function shareOf({ cents, seats, of, days, ofDays }: Share) {
  const numerator = BigInt(cents) * BigInt(seats) * BigInt(days)
  const denominator = BigInt(of) * BigInt(ofDays)
  return Number((2n * numerator + denominator) / (2n * denominator))
}

type AddedSeats = { twelveMonthCents: number; licenseLimit: number; seats: number; period: Period; from: string }

/** Returns the cents for added seats until the end of the period, including the day they were added. */
export function restCents({ twelveMonthCents, licenseLimit, seats, period, from }: AddedSeats) {
  const ofDays = daysOf(period)
  const days = Math.max(0, Math.min(ofDays, daysOf({ start: from, end: period.end })))
  const of = licenseLimit * (isMonth(period) ? 12 : 1)
  return shareOf({ cents: twelveMonthCents, seats, of, days, ofDays })
}

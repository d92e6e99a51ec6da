import * as z from 'zod/mini'

/** Rand on the wire: a number with at most two decimals, as text or number. Below 10^12, no sign, exponent or separators. */
const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/

/** Accepts '1234.5' or 1234.5; gives the text. Turn it into cents with `toCents`. */
export const Amount = (message: string) =>
  z.pipe(
    z.union([z.string().check(z.trim()), z.pipe(z.number(), z.transform(String))], message),
    z.string().check(z.regex(AMOUNT, message)),
  )

/** '1234.5' → 123450. The text must have passed `Amount`. */
export function toCents(amount: string) {
  const [rand = '0', cents = ''] = amount.split('.')
  return Number(rand) * 100 + Number(cents.padEnd(2, '0'))
}

/** 123450 → '1234.50' */
export const toAmount = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** 123450 → 'R1234.50', -500 → '−R5.00' */
export const formatRand = (cents: number) => `${cents < 0 ? '−' : ''}R${toAmount(Math.abs(cents))}`

/**
 * A total for another number of seats at the same price for each, half a cent up. In big integers: on the way it is beyond
 * what a number holds exactly.
 */
export function centsForSeats(cents: number, { from, to }: { from: number; to: number }) {
  const [numerator, denominator] = [BigInt(cents) * BigInt(to), BigInt(from)]
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/** Half a cent rounds up. Each computed amount goes through here once. */
export const divideCents = (cents: number, by: number) => Math.floor((2 * cents + by) / (2 * by))

/** The organization's twelve-month value is the one source; a month is a twelfth of it. */
export const monthlyCents = (twelveMonthCents: number) => divideCents(twelveMonthCents, 12)

/**
 * The VAT contained in an amount, at a rate in basis points (1500 is 15 %), computed once for a whole invoice. In big
 * integers: the largest amount times a rate is beyond what a number holds exactly.
 */
export function containedVat(amountCents: number, basisPoints: number) {
  const whole = BigInt(10_000 + basisPoints)
  return Number((2n * BigInt(amountCents) * BigInt(basisPoints) + whole) / (2n * whole))
}

import * as z from 'zod/mini'

/** Rand in JSON: a number or text with at most two decimals, below 10^12, without sign, exponent or separators. */
const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/

/** Accepts '1234.5' or 1234.5 and returns text. Convert it with `toCents`. `missing`: the message without any. */
export const Amount = (message: string, missing = message) =>
  z.pipe(
    z.union([z.string().check(z.trim()), z.pipe(z.number(), z.transform(String))], missing),
    z.string().check(z.minLength(1, missing), z.regex(AMOUNT, message)),
  )

/** Likewise, but more than 0. */
export const PositiveAmount = (message: string, missing = message) =>
  Amount(message, missing).check(z.refine((amount) => toCents(amount) > 0, message))

/** '1234.5' → 123450, '-0.50' → -50. The text must have passed `Amount` or come from `toAmount`. */
export function toCents(amount: string) {
  const [rand = '0', cents = ''] = amount.replace('-', '').split('.')
  const absolute = Number(rand) * 100 + Number(cents.padEnd(2, '0'))
  return amount.startsWith('-') ? -absolute : absolute
}

/** 123450 → '1234.50' */
export const toAmount = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** 123450 → 'R1234.50', -500 → '−R5.00' */
export const formatRand = (cents: number) => `${cents < 0 ? '−' : ''}R${toAmount(Math.abs(cents))}`

/**
 * The total for another number of seats at the same price each; half a cent rounds up. BigInt, because intermediate results exceed safe
 * integers.
 */
export function centsForSeats(cents: number, { from, to }: { from: number; to: number }) {
  const [numerator, denominator] = [BigInt(cents) * BigInt(to), BigInt(from)]
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/** Half a cent rounds up. Each computed amount is rounded here once. */
export const divideCents = (cents: number, by: number) => Math.floor((2 * cents + by) / (2 * by))

export const sumCents = (rows: readonly { amountCents: number }[]) =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** The twelve-month value is the source; a month is a twelfth of it. */
export const monthlyCents = (twelveMonthCents: number) => divideCents(twelveMonthCents, 12)

/**
 * VAT contained in an amount at a rate in basis points (1500 is 15%), computed once per invoice. BigInt, because the product exceeds safe
 * integers.
 */
export function containedVat(amountCents: number, basisPoints: number) {
  const whole = BigInt(10_000 + basisPoints)
  return Number((2n * BigInt(amountCents) * BigInt(basisPoints) + whole) / (2n * whole))
}

import fc from 'fast-check'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import {
  Amount,
  centsForSeats,
  containedVat,
  divideCents,
  formatRand,
  monthlyCents,
  toAmount,
  toCents,
} from './money.ts'

const WRONG = 'not an amount'
const read = (input: unknown) => z.safeParse(Amount(WRONG), input)
const cents = fc.integer({ min: 0, max: 99_999_999_999_999 })

test('rand are written as R1234.50 [R-GEN-12 R-GEN-13 R-CONST-02]', () => {
  expect([0, 5, 123450, 100, -500].map(formatRand)).toEqual(['R0.00', 'R0.05', 'R1234.50', 'R1.00', '−R5.00'])
})

test('what is taken away keeps its sign, less than a rand of it too', () => {
  expect([-50, -123450, -100].map(toAmount)).toEqual(['-0.50', '-1234.50', '-1.00'])
})

test('every amount of cents survives being written and read', () => {
  fc.assert(fc.property(cents, (amount) => toCents(toAmount(amount)) === amount))
  expect([-5, -50, -100_000].map((amount) => toCents(toAmount(amount)))).toEqual([-5, -50, -100_000])
})

test.each(['0', '1234.5', '1234.50', 12.34, ' 7 '])('%j is an amount', (input) => {
  expect(read(input).success).toBe(true)
})

test.each([
  '',
  '-1',
  '+1',
  '1,50',
  '1.234',
  '1e3',
  '0x10',
  'NaN',
  '1000000000000.001',
  1e21,
  Number.NaN,
  -1,
  null,
  {},
  [],
])('%j is none', (input) => {
  expect(read(input).error?.issues[0]?.message).toBe(WRONG)
})

test('a month is a twelfth, and half a cent rounds up [R-CONST-05]', () => {
  expect(monthlyCents(1200)).toBe(100)
  expect([divideCents(5, 10), divideCents(4, 10), divideCents(15, 10)]).toEqual([1, 0, 2])
})

test('dividing is never further than half a cent from the truth', () => {
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: 1, max: 1000 }),
      (amount, by) => Math.abs(divideCents(amount, by) * by - amount) * 2 <= by,
    ),
  )
})

test('the VAT in an amount is computed once and rounded half up', () => {
  expect(containedVat(11_500, 1500)).toBe(1500)
  expect(containedVat(998_000, 1500)).toBe(130_174)
  // 15/115 of 23 cents is exactly 3; of 4 it is 0.52; of 3 it is 0.39.
  expect([23, 4, 3].map((amount) => containedVat(amount, 1500))).toEqual([3, 1, 0])
  // Half of one cent.
  expect(containedVat(1, 10_000)).toBe(1)
  expect(containedVat(12_345, 0)).toBe(0)
})

test('the VAT in the largest amount is exact to the half cent', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (amount, rate) => {
      const [vat, whole] = [BigInt(containedVat(amount, rate)), BigInt(10_000 + rate)]
      const rest = 2n * (BigInt(amount) * BigInt(rate) - vat * whole)
      return -whole <= rest && rest < whole
    }),
  )
})

test('more seats cost the same each, half a cent up, exact where a number is not', () => {
  expect(centsForSeats(100_000, { from: 3, to: 5 })).toBe(166_667)
  expect(centsForSeats(1, { from: 2, to: 3 })).toBe(2)
  expect(centsForSeats(99_999_999_999_998, { from: 999_999, to: 1_000_000 })).toBe(100_000_100_000_098)
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: 1 }),
      (total, seats) => centsForSeats(total, { from: seats, to: seats }) === total,
    ),
  )
})

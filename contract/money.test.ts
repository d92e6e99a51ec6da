import fc from 'fast-check'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { Amount, divideCents, formatRand, monthlyCents, toAmount, toCents } from './money.ts'

const WRONG = 'not an amount'
const read = (input: unknown) => z.safeParse(Amount(WRONG), input)
const cents = fc.integer({ min: 0, max: 99_999_999_999_999 })

test('R-GEN-12 R-CONST-02 rand are written as R1234.50', () => {
  expect([0, 5, 123450, 100].map(formatRand)).toEqual(['R0.00', 'R0.05', 'R1234.50', 'R1.00'])
})

test('every amount of cents survives being written and read', () => {
  fc.assert(fc.property(cents, (amount) => toCents(toAmount(amount)) === amount))
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

test('R-CONST-05 a month is a twelfth, and half a cent rounds up', () => {
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

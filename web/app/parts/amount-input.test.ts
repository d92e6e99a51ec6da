import { expect, test } from 'vitest'
import { plainAmount } from './amount-input.tsx'

test.each([
  ['5750,50', '5750.50'],
  ['R 1\u00A0234,50', '1234.50'],
  ['R1,234.50', '1234.50'],
  ['1,234,567', '1234567'],
  ['1.234,50', '1234.50'],
  ['5750.50', '5750.50'],
  [',', '.'],
  ['12,345,6', '12,345,6'],
])('reads the amount %j as %j', (typed, amount) => {
  expect(plainAmount(typed)).toBe(amount)
})

import { expect, test } from 'vitest'
import { creditOutcome, paymentOutcome } from './amount-outcome.ts'

const open = { amount: '100.00', paidAmount: '0.00', creditedAmount: '0.00', balance: '100.00' }
const partly = { ...open, paidAmount: '40.00', balance: '60.00' }
const paid = { ...open, paidAmount: '100.00', balance: '0.00' }

test('a payment says what it leaves, and what it keeps', () => {
  expect(paymentOutcome('100', open)).toBe('Pays all that is owed.')
  expect(paymentOutcome('99.5', open)).toBe('R0.50 is left to pay.')
  expect(paymentOutcome('120', open)).toBe('R20.00 more than is owed: kept as credit for the next invoice.')
  for (const typed of ['', '0', '-5', '1e3', '1.234']) expect(paymentOutcome(typed, open)).toBeNull()
})

test('a credit note says what becomes of what is owed, and of what was paid', () => {
  expect(creditOutcome('100', open)).toBe('All of it is taken back: the invoice becomes void.')
  expect(creditOutcome('30', open)).toBe('R70.00 is left to pay.')
  expect(creditOutcome('60', partly)).toBe('Nothing is left to pay.')
  expect(creditOutcome('80', partly)).toBe('R20.00 of what was paid is kept as credit for the next invoice.')
  expect(creditOutcome('100', paid)).toBe('R100.00 of what was paid is kept as credit for the next invoice.')
  expect(creditOutcome('100.01', open)).toBe('At most R100.00 of it can be credited.')
  expect(creditOutcome('', open)).toBeNull()
})

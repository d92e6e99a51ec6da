import { expect, test } from 'vitest'
import { creditOutcome, paymentOutcome } from './amount-field.tsx'

const open = { amount: '100.00', paidAmount: '0.00', creditedAmount: '0.00', balance: '100.00' }
const partly = { ...open, paidAmount: '40.00', balance: '60.00' }
const paid = { ...open, paidAmount: '100.00', balance: '0.00' }

test('the hint of a payment says the remaining balance and the new credit', () => {
  expect(paymentOutcome('100', open)).toBe('Pays the balance in full.')
  expect(paymentOutcome('99.5', open)).toBe('R0.50 stays outstanding.')
  expect(paymentOutcome('120', open)).toBe('R20.00 more than is outstanding: becomes credit for the next invoice.')
  for (const typed of ['', '0', '-5', '1e3', '1.234']) expect(paymentOutcome(typed, open)).toBeNull()
})

test('the hint of a credit note says the remaining balance and the new credit', () => {
  expect(creditOutcome('100', open)).toBe('Balance after: R0.00. The invoice becomes void.')
  expect(creditOutcome('30', open)).toBe('Balance after: R70.00.')
  expect(creditOutcome('60', partly)).toBe('Balance after: R0.00. The invoice counts as paid.')
  expect(creditOutcome('80', partly)).toBe(
    'Balance after: R0.00. R20.00 of what was paid becomes credit for the next invoice.',
  )
  expect(creditOutcome('100', paid)).toBe(
    'Balance after: R0.00. R100.00 of what was paid becomes credit for the next invoice.',
  )
  expect(creditOutcome('100.01', open)).toBe('At most R100.00 can be credited.')
  expect(creditOutcome('', open)).toBeNull()
})

import { expect, test } from 'vitest'
import { isCreditedInFull, isPartlyPaid } from './invoices.ts'

const invoice = { status: 'overdue', amount: '100.00', balance: '100.00', creditedAmount: '0.00' } as const

test('an invoice is partly paid while a part of it is outstanding', () => {
  expect(isPartlyPaid(invoice)).toBe(false)
  expect(isPartlyPaid({ ...invoice, balance: '40.00' })).toBe(true)
  expect(isPartlyPaid({ ...invoice, balance: '0.00', status: 'paid' })).toBe(false)
  expect(isPartlyPaid({ ...invoice, balance: '40.00', creditedAmount: '60.00', status: 'void' })).toBe(false)
})

test('an invoice is credited in full when its credit notes come to its amount', () => {
  expect(isCreditedInFull({ ...invoice, creditedAmount: '99.99' })).toBe(false)
  expect(isCreditedInFull({ ...invoice, creditedAmount: '100.00' })).toBe(true)
})

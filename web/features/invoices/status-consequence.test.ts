import { expect, test } from 'vitest'
import { InvoiceStatus } from '#contract/invoices.ts'
import { consequenceOf } from './status-consequence.ts'

const open = { status: 'issued', paidAmount: '0.00', periodStart: null } as const
const partly = { ...open, paidAmount: '120.00' }
const paid = { ...partly, status: 'paid' } as const
const renewal = { ...open, periodStart: '2027-07-01T00:00:00Z' }

test('a move that is no more than its word is not asked about', () => {
  for (const status of InvoiceStatus.options) expect(consequenceOf(open, status)).toBeNull()
  expect(consequenceOf(partly, 'overdue')).toBeNull()
  expect(consequenceOf(partly, 'paid')).toBeNull()
  expect(consequenceOf(renewal, 'overdue')).toBeNull()
  expect(consequenceOf({ ...renewal, status: 'void' }, 'draft')).toBeNull()
})

test('money that is taken back is named', () => {
  expect(consequenceOf(paid, 'issued')).toBe('The R120.00 paid of it is taken back, and it is owed again.')
  expect(consequenceOf(partly, 'draft')).toBe(
    'The R120.00 paid of it is taken back, and nothing is owed on it any longer.',
  )
})

test('so is what happens to the subscription', () => {
  expect(consequenceOf({ ...renewal, ...paid, periodStart: renewal.periodStart }, 'overdue')).toContain(
    'A subscription that it renewed goes back to the period before.',
  )
  expect(consequenceOf(renewal, 'cancelled')).toBe(
    'Nothing is owed on it any longer. A period that it renews is billed anew, with the price and the seats of then.',
  )
})

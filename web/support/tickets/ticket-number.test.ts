import { expect, test } from 'vitest'
import { numberOf } from './ticket-number.ts'

const ticket = { id: '0c9d4f2a-1b7e-4c55-9f00-8a1b2c3d4e5f', createdAt: '2024-06-15T12:00:00Z' }

test('a ticket is called by its number [R-SUP-27]', () => {
  expect(numberOf({ ...ticket, ticketNumber: 'TKT-2024-000042' })).toBe('TKT-2024-000042')
})

test('without a number the year it was created in and the start of its id stand in [R-SUP-28 R-CONST-30]', () => {
  expect(numberOf({ ...ticket, ticketNumber: '' })).toBe('TKT-2024-0C9D4F2A')
})

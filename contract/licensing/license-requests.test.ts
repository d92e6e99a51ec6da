import { expect, test } from 'vitest'
import { addedPerMonth } from './license-requests.ts'

test.each([
  [{ price: '12000.00', licenseLimit: 10 }, 1, '100.00'],
  [{ price: '2994.00', licenseLimit: 1 }, 5, '1247.50'],
  [{ price: '0.00', licenseLimit: 3 }, 2, '0.00'],
])('%o costs more per month by %i licenses', (subscription, more, amount) => {
  expect(addedPerMonth(subscription, more)).toBe(amount)
})

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { BillingDetailsChange } from './details.ts'
import {
  canCancel,
  canResume,
  daysUntilRenewal,
  isBilledAhead,
  shownStatus,
  SubscriptionStatus,
} from './subscriptions.ts'

const now = Date.parse('2026-03-05T10:00:00Z')
const endsAt = (currentPeriodEnd: string | null) => ({ status: 'active' as const, isTrial: false, currentPeriodEnd })

test.each([
  ['2026-03-06T10:00:00Z', 1],
  ['2026-03-06T10:00:01Z', 2],
  ['2026-03-05T10:00:01Z', 1],
  ['2026-03-05T10:00:00Z', 0],
  ['2026-03-03T10:00:00Z', -2],
  [null, 0],
])('a period that ends %s renews in %i days [R-DASH-41]', (end, days) => {
  expect(daysUntilRenewal(endsAt(end), now)).toBe(days)
})

test('a period that has not begun is billed ahead', () => {
  expect(isBilledAhead({ currentPeriodStart: '2026-03-05T10:00:01Z' }, now)).toBe(true)
  expect(isBilledAhead({ currentPeriodStart: '2026-03-05T10:00:00Z' }, now)).toBe(false)
})

test('a period that is over is late, under the name of each screen [R-STATE-15 R-STATE-16]', () => {
  const over = endsAt('2026-03-05T09:59:59Z')
  expect(shownStatus(over, 'overdue', now)).toBe('overdue')
  expect(shownStatus(over, 'past_due', now)).toBe('past_due')
})

test('until its end, or without one, the stored status is shown [R-STATE-14]', () => {
  const currentPeriodEnd = '2026-03-05T10:00:00Z'
  for (const status of ['active', 'past_due', 'canceled', 'unpaid'] as const) {
    expect(shownStatus({ ...endsAt(currentPeriodEnd), status }, 'overdue', now)).toBe(status)
  }
  expect(SubscriptionStatus.options).toEqual(['active', 'past_due', 'canceled', 'unpaid'])
  expect(shownStatus({ ...endsAt(null), status: 'unpaid' }, 'past_due', now)).toBe('unpaid')
})

test('a running subscription can be canceled; an ended, canceled or unpaid one cannot [R-STATE-21]', () => {
  const currentPeriodEnd = '2026-03-06T10:00:00Z'
  const statuses = ['active', 'past_due', 'unpaid', 'canceled'] as const
  expect(statuses.filter((status) => canCancel({ ...endsAt(currentPeriodEnd), status }, now))).toEqual(['active'])
  expect(canCancel(endsAt('2026-03-05T09:59:59Z'), now)).toBe(false)
})

test('a trial is shown as such until it is over, and can be neither canceled nor resumed', () => {
  const trial = { status: 'canceled' as const, isTrial: true, currentPeriodEnd: '2026-03-06T10:00:00Z' }
  expect(shownStatus(trial, 'overdue', now)).toBe('trial')
  expect([canCancel(trial, now), canResume(trial, now)]).toEqual([false, false])
  expect(canResume({ ...trial, isTrial: false }, now)).toBe(true)
  expect(shownStatus({ ...trial, currentPeriodEnd: '2026-03-05T09:59:59Z' }, 'overdue', now)).toBe('overdue')
})

const details = {
  contactEmail: ' accounts@acme.example ',
  phone: '',
  address: '12 Shaft Road\nBoksburg',
  vatNumber: '',
}
const readVatNumber = (vatNumber: string) =>
  z.safeParse(BillingDetailsChange, { ...details, vatNumber }).data?.vatNumber

test('a VAT number is ten digits with a 4 in front, in groups or not, or none at all', () => {
  expect(['4123456789', ' 412 345 6789', ''].map(readVatNumber)).toEqual(['4123456789', '4123456789', ''])
  expect(['5123456789', '412345678', '41234567890', '4l23456789', 'ZA4123456789'].map(readVatNumber)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  )
})

test('an address has a place on paper', () => {
  const { success } = z.safeParse(BillingDetailsChange, { ...details, address: 'line\n'.repeat(8) + 'line' })
  expect(success).toBe(false)
})

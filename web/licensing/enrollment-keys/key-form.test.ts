import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { EXPIRY_PAST } from '#contract/licensing/enrollment-keys.ts'
import { keyForm } from './key-form.ts'

function typed(expiresAt: string) {
  const result = z.safeParse(keyForm(undefined), { label: 'Lab', expiresAt, maxUses: '', createsLicenses: true })
  return result.success ? result.data.expiresAt : result.error.issues.map(({ message }) => message)
}

test('an expiry is the end of a day, or none', () => {
  expect(typed('2099-02-28')).toBe(new Date('2099-02-28T23:59:59.999').toISOString())
  expect(typed('')).toBe(null)
})

test('a day that is over, and a year of five digits, are refused with a reason', () => {
  expect(typed('2001-01-01')).toEqual([EXPIRY_PAST])
  expect(typed('20277-01-01')).toEqual(['Must be a date like 2025-03-05'])
})

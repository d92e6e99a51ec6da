import { expect, test } from 'vitest'
import { BACKWARDS } from '#contract/billing/statements.ts'
import { asText, checked, daysOf } from './ranges.ts'

test('named ranges are whole months and years up to today', () => {
  expect(daysOf('this-month', '2028-03-01')).toEqual({ from: '2028-03-01', to: '2028-03-01' })
  expect(daysOf('last-month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOf('last-month', '2027-01-15')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(daysOf('this-year', '2027-01-15')).toEqual({ from: '2027-01-01', to: '2027-01-15' })
  expect(daysOf('last-12-months', '2027-01-15')).toEqual({ from: '2026-02-01', to: '2027-01-15' })
})

test('chosen days are read from the URL as they were typed', () => {
  const days = { from: '2026-01-05', to: '2026-03-31' }
  expect(daysOf(asText(days), '2027-01-15')).toEqual(days)
  expect(daysOf(asText({ from: '', to: '2026-03-31' }), '2027-01-15')).toEqual({ from: '', to: '2026-03-31' })
})

test('an invalid range in the URL means this month', () => {
  expect(daysOf('toString', '2027-01-15')).toEqual({ from: '2027-01-01', to: '2027-01-15' })
})

test('invalid days return an error', () => {
  expect(checked({ from: '2026-02-01', to: '2026-01-31' })).toEqual({ range: undefined, problem: BACKWARDS })
  expect(checked({ from: '', to: '2026-01-31' }).problem).toBe('Must be a date like 2025-03-05')
  expect(checked({ from: '2026-01-31', to: '2026-01-31' })).toMatchObject({ problem: undefined })
})

import { expect, test } from 'vitest'
import { valueIn } from './audit-words.ts'

test.each([
  [[null, 'past_due'], 'past due'],
  [[null, 'thandi_nkosi@example.com'], 'thandi_nkosi@example.com'],
  [['INV_2026-1', null], 'INV_2026-1'],
  [['issued', 'paid'], 'paid'],
  [[null, 12], '12'],
  [[null, null], '…'],
] as const)('the change %j reads: %s', (change, words) =>
  expect(valueIn({ changes: { field: [...change] } }, 'field')).toBe(words),
)

test('a job goes by its name on screen', () => {
  expect(valueIn({ changes: { job: [null, 'sweep'] } }, 'job')).toBe('“Delete expired data”')
})

test('a value that an entry lacks is three dots', () => expect(valueIn({ changes: {} }, 'email')).toBe('…'))

import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/operations/audit.ts'
import { changesText, valueIn } from './audit-words.ts'

test.each([
  ['status', [null, 'past_due'], 'past due'],
  ['subscriptionStatus', ['past_due', null], 'past due'],
  ['role', ['customer', 'org_admin'], 'Administrator'],
  ['email', [null, 'thandi_nkosi@example.com'], 'thandi_nkosi@example.com'],
  ['title', ['getting_started', null], 'getting_started'],
  ['status', ['issued', 'paid'], 'paid'],
  ['seats', [null, 12], '12'],
  ['status', [null, null], '…'],
] as const)('the change of %s %j reads: %s', (field, change, words) =>
  expect(valueIn({ changes: { [field]: [...change] } }, field)).toBe(words),
)

test('both values of a change are words', () => {
  const changes: AuditEntry['changes'] = {
    status: ['in_progress', 'waiting_customer'],
    role: ['customer', 'agent'],
    label: [null, 'pc_one'],
  }
  expect(changesText({ changes })).toBe('Status: in progress → waiting customer, Role: Member → Agent, Label: pc_one')
})

test('a trial has a last day, and is none once it is converted', () => {
  const changes: AuditEntry['changes'] = { endsOn: ['2026-07-14', '2026-07-28'], isTrial: [true, false] }
  expect(changesText({ changes })).toBe('Last day: 2026-07-14 → 2026-07-28, Trial: yes → no')
})

test('a job goes by its name on screen', () => {
  expect(valueIn({ changes: { job: [null, 'sweep'] } }, 'job')).toBe('“Delete expired data”')
})

test('a value that an entry lacks is three dots', () => expect(valueIn({ changes: {} }, 'email')).toBe('…'))

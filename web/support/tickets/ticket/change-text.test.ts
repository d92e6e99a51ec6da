import { expect, test } from 'vitest'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { changeText, differencesText } from './change-text.ts'

const ticket = {
  status: 'open',
  priority: 'medium',
  categoryId: null,
  assigneeId: null,
  assigneeName: null,
} as TicketDetail

test('describes changes by other users with badge labels and names', () => {
  const theirs = {
    ...ticket,
    status: 'resolved',
    categoryId: 'c',
    assigneeId: 'a',
    assigneeName: 'Anna Smith',
  } as const
  expect(differencesText(ticket, theirs, [{ id: 'c', name: 'Billing' }])).toBe(
    'Status: Open → Resolved, Category: none → Billing, Assignee: none → Anna Smith',
  )
  expect(differencesText(ticket, { ...ticket, updatedAt: 'later' }, [])).toBe('')
})

test('shows numbers and instants in words', () => {
  expect(changeText('rating', null, 4)).toBe('Rating: none → 4')
  expect(changeText('snoozedUntil', null, '2026-12-01T06:00:00.000Z')).toMatch(/^Snoozed until: none → Dec 01, 2026/)
})

test('a field and a value that this browser does not know stand as they are', () => {
  expect(changeText('severity', null, 'high')).toBe('Severity: none → high')
  expect(changeText('status', 'parked', 'open')).toBe('Status: parked → Open')
})

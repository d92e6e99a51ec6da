import { expect, test } from 'vitest'
import { actionName, auditActions } from '#contract/operations/audit/audit-actions.ts'
import { currentAction, storedNamesCalled } from './former-actions.ts'

test.each([
  ['license.device_changed', 'License device changed'],
  ['message.noted', 'Internal note written'],
  ['organization.details-changed', 'Organization details changed'],
  ['session.others-revoked', 'Other sessions ended'],
  ['subscription.active-again', 'Subscription active again'],
  ['subscription.less-overdue', 'Subscription less overdue'],
  ['subscription.past-due', 'Subscription past due'],
  ['subscription.seats-planned', 'Subscription seats planned'],
  ['ticket.changed', 'Ticket changed'],
  ['user.activated', 'Account approved'],
  ['user.email-change-asked', 'Email change requested'],
  ['version.set-latest', 'Version made the latest'],
])('%s, as an earlier release stored it, still reads: %s', (stored, sentence) => {
  expect(actionName(currentAction(stored))).toBe(sentence)
})

test('a text finds what is stored under the name of today and under former ones', () => {
  expect(storedNamesCalled('Two-Factor')).toEqual([
    'organization.mfa-changed',
    'user.mfa-disabled',
    'user.mfa-enabled',
    'user.mfa-reset',
  ])
  expect(storedNamesCalled('set latest')).toEqual(['version.marked-latest', 'version.set-latest'])
  expect(storedNamesCalled('nothing like it')).toEqual([])
})

test('no former name is an action of today', () => {
  const stored = storedNamesCalled('')
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored.filter((name) => currentAction(name) === name)).toEqual(auditActions)
})

test('a name that only a newer release knows stays as it is', () => {
  expect(currentAction('license.teleported')).toBe('license.teleported')
})

import { expect, test } from 'vitest'
import { fieldName } from '#contract/text.ts'
import { ActionGroup, nounsOf } from './action-groups.ts'
import { actionName, auditActions } from './audit-actions.ts'

test.each([
  ['license.revoked', 'License revoked'],
  ['license-request.approved', 'License request approved'],
  ['session.opened', 'Sign-in'],
  ['user.mfa-enabled', 'Two-factor authentication enabled'],
  ['constructor', 'Constructor'],
  ['something_new.happened-twice', 'Something new happened twice'],
])('%s reads: %s', (action, sentence) => expect(actionName(action)).toBe(sentence))

test('a field is read as words', () => expect(fieldName('deviceFingerprint')).toBe('Device fingerprint'))

test('every action is a noun and a verb in the past tense, in kebab case', () => {
  const past = /^[a-z]+(-[a-z]+)*\.([a-z]+-)*(\w+ed|sent|withdrawn|reset|resent|past-due|unpaid|latest)$/
  expect(auditActions.filter((action) => !past.test(action))).toEqual([])
})

test('every noun is in one group', () => {
  const nouns = ActionGroup.options.flatMap(nounsOf)
  expect(new Set(nouns)).toEqual(new Set(auditActions.map((action) => action.split('.')[0])))
  expect(nouns).toHaveLength(new Set(nouns).size)
})

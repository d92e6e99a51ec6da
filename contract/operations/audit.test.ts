import { expect, test } from 'vitest'
import { actionName, actionsCalled, fieldName } from './audit.ts'

test.each([
  ['license.revoked', 'License revoked'],
  ['license-request.approved', 'License request approved'],
  ['session.opened', 'Sign-in'],
  ['user.mfa-enabled', 'Two-factor authentication enabled'],
  ['constructor', 'Constructor'],
  ['something_new.happened-twice', 'Something new happened twice'],
])('%s reads: %s', (action, sentence) => expect(actionName(action)).toBe(sentence))

test('a field is read as words', () => expect(fieldName('deviceFingerprint')).toBe('Device fingerprint'))

test('an action is found by the words people read', () => {
  expect(actionsCalled('two-factor')).toEqual(['user.mfa-disabled', 'user.mfa-enabled', 'user.mfa-reset'])
  expect(actionsCalled('nothing like it')).toEqual([])
})

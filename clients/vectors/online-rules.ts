import { LICENSE_KEY, at } from './examples.ts'
import type { RuleAnswer } from './play-rule.ts'
import { LATER, NEW_UUID, OTHER_KEY } from './rule-files.ts'
import { ALL, activated, allow, refuse, rule, running, typed } from './rule-parts.ts'

const ENROLLED = 'deviceToken updateToken licenseFile lastSeen notice'
const { licenseKey: _key, ...enrolled } = running
const nothing = { state: {} }
const signInPage: RuleAnswer = { status: 200, body: '<html>Welcome</html>' }
const unknownToken = refuse(401, 'NOT_ACTIVATED')

const activations = [
  rule('activate: valid', `VALID ${ALL}`, { ...nothing, event: typed(), answers: [activated('file:renewed')] }),
  rule('activate: a stored key is sent as stored', `VALID ${ALL}`, {
    ...nothing,
    event: { do: 'activate', key: LICENSE_KEY, reason: 'stored' },
    answers: [activated('file:renewed')],
  }),
  rule('activate: signed with the next key', `VALID ${ALL}`, {
    ...nothing,
    event: typed(),
    answers: [activated('file:renewed with the next key')],
  }),
  rule('activate: no such key', 'NOT_ACTIVATED', { ...nothing, event: typed(), answers: [refuse(404, 'NOT_FOUND')] }),
  rule('activate: in use on another device', 'NOT_ACTIVATED', {
    ...nothing,
    event: typed(),
    answers: [refuse(409, 'DEVICE_MISMATCH', 'file:in use elsewhere')],
  }),
  rule('activate: lost by a revocation', 'REVOKED lastSeen lost', {
    ...nothing,
    event: typed(),
    answers: [refuse(403, 'REVOKED', 'file:lost by revocation')],
  }),
  rule('activate: a refused key does not end the running license', `VALID ${ALL}`, {
    event: typed(OTHER_KEY),
    answers: [refuse(409, 'DEVICE_MISMATCH', 'file:another license, refused')],
  }),
  rule('activate: another valid key replaces the license', `VALID ${ALL}`, {
    event: typed(OTHER_KEY),
    answers: [activated('file:another license')],
  }),
  rule('activate: no network', 'NOT_ACTIVATED', { ...nothing, event: typed(), answers: [null] }),
  rule('activate: a sign-in page', 'NOT_ACTIVATED', { ...nothing, event: typed(), answers: [signInPage] }),
  rule('activate: valid, but not signed', 'NOT_ACTIVATED', {
    ...nothing,
    event: typed(),
    answers: [
      { status: 200, body: { valid: true, code: 'VALID', detail: 'Yes.', conclusive: true, nonce: 'rule-nonce' } },
    ],
  }),
  rule('activate: valid, but the file answers an older request', 'NOT_ACTIVATED', {
    ...nothing,
    event: typed(),
    answers: [activated('file:renewed, for an older request')],
  }),
  rule('activate: valid, but for another device', 'NOT_ACTIVATED', {
    ...nothing,
    event: typed(),
    answers: [activated('file:renewed for the new hardware')],
  }),
  rule('activate: valid, but for another license', 'NOT_ACTIVATED', {
    ...nothing,
    event: typed(),
    answers: [activated('file:another license')],
  }),
  rule('activate: valid, but signed with an unknown key', 'UNKNOWN_KEY unreadable', {
    ...nothing,
    event: typed(),
    answers: [activated('file:renewed with an unknown key')],
  }),
  rule('activate: the server knows that the application trusts none of its keys', 'UNKNOWN_KEY unreadable', {
    ...nothing,
    event: typed(),
    answers: [refuse(409, 'UNKNOWN_KEY')],
  }),
  rule('enroll: valid, and the key is not stored', `VALID ${ENROLLED}`, {
    ...nothing,
    event: { do: 'enroll', key: 'ENR-00000-00000-00000-00000-00000', reason: 'stored' },
    answers: [activated('file:renewed')],
  }),
  rule('enroll: refused', 'NOT_ACTIVATED', {
    ...nothing,
    event: { do: 'enroll', key: 'ENR-00000-00000-00000-00000-00000', reason: 'stored' },
    answers: [refuse(403, 'ENROLLMENT_CLOSED')],
  }),
]

const failed = (failures: number) => ({
  state: { ...running, attempt: { at: at({ hours: 20 }), failures, next: at({ hours: 21 }) } },
})
const update = { available: true, version: '2.0.0', mandatory: false }
const checkIns = [
  rule('check-in: not yet due', `VALID ${ALL}`, { now: at({ hours: 20 }) }),
  rule('check-in: valid', `VALID ${ALL}`, { answers: [allow('file:renewed')] }),
  rule('check-in: brings an update and a warning', `VALID ${ALL}`, {
    answers: [allow('file:renewed', { update, warnings: ['SUBSCRIPTION_PAST_DUE', 7] })],
  }),
  rule('check-in: brings the running version as an update', `VALID ${ALL}`, {
    answers: [allow('file:renewed', { update: { ...update, version: '1.4.0' } })],
  }),
  rule('check-in: an update that was offered to another version is not shown', `VALID ${ALL}`, {
    now: at({ hours: 20 }),
    state: { ...running, notice: { ...running.notice, update: { ...update, offeredTo: '1.3.0' } } },
  }),
  rule('check-in: the next is not planned within an hour', `VALID ${ALL}`, {
    answers: [allow('file:renewed, ends in an hour')],
  }),
  rule('check-in: no network, for the first time', `VALID ${ALL}`, { answers: [null] }),
  rule('check-in: no network, for the fourth time', `VALID ${ALL}`, { ...failed(3), answers: [null] }),
  rule('check-in: no network, for the tenth time', `VALID ${ALL}`, { ...failed(9), answers: [null] }),
  rule('check-in: a sign-in page', `VALID ${ALL}`, { answers: [signInPage] }),
  rule('check-in: the server is busy', `VALID ${ALL}`, { answers: [refuse(503, 'SERVER_ERROR')] }),
  rule('check-in: too many calls', `VALID ${ALL}`, {
    answers: [{ ...refuse(429, 'RATE_LIMITED')!, retryAfter: '600' }],
  }),
  rule('check-in: has to wait for a year', `VALID ${ALL}`, {
    answers: [{ ...refuse(503, 'SERVER_ERROR')!, retryAfter: '31536000' }],
  }),
  rule('check-in: has to wait for centuries', `VALID ${ALL}`, {
    answers: [{ ...refuse(503, 'SERVER_ERROR')!, retryAfter: '99999999999' }],
  }),
  rule('check-in: keeps the update when the answer has an invalid one', `VALID ${ALL}`, {
    state: { ...running, notice: { ...running.notice, update } },
    answers: [allow('file:renewed', { update: { ...update, version: 3 } })],
  }),
  rule('check-in: refused by something that cannot sign', `VALID ${ALL}`, {
    answers: [refuse(403, 'REVOKED'), null],
  }),
  rule('check-in: revoked', `REVOKED ${ALL}`, { answers: [refuse(403, 'REVOKED', 'file:revoked')] }),
  rule('check-in: suspended', `INACTIVE ${ALL}`, {
    answers: [refuse(403, 'ORGANIZATION_SUSPENDED', 'file:inactive')],
  }),
  rule('check-in: revoked, which ends an imported file too', `REVOKED ${ALL}`, {
    state: { ...running, importedFile: 'file:offline' },
    answers: [refuse(403, 'REVOKED', 'file:revoked')],
  }),
  rule('check-in: signed with an unknown key', `VALID ${ALL} unreadable`, {
    answers: [allow('file:renewed with an unknown key')],
  }),
  rule('check-in: signed with a known key again', `VALID ${ALL}`, {
    state: { ...running, unreadable: { code: 'UNKNOWN_KEY', kids: ['rfc8032-1', 'rfc8032-2'] } },
    answers: [allow('file:renewed')],
  }),
  rule('check-in: restored', `VALID ${ALL}`, {
    state: { ...running, licenseFile: 'file:revoked', attempt: failed(0).state.attempt },
    answers: [allow('file:renewed')],
  }),
  rule('check-in: the store fails', `VALID ${ALL}`, { storeFails: true, answers: [allow('file:renewed')] }),
]

const lost = { code: 'MOVED' as const, licenseId: '6f9619ff-8b86-4d01-b42d-00c04fc964ff', at: at({ hours: LATER }) }
const afterLoss = { state: { lost, lastSeen: at({ hours: LATER }), revocations: 'list:older' } }
const losses = [
  rule('lost: moved', 'MOVED lastSeen lost', { answers: [refuse(403, 'MOVED', 'file:moved')] }),
  rule('lost: released, and the list is kept', 'RELEASED revocations lastSeen lost', {
    state: { ...running, revocations: 'list:older', importedFile: 'file:offline' },
    answers: [refuse(403, 'RELEASED', 'file:released')],
  }),
  rule('lost: revoked', 'REVOKED lastSeen lost', { answers: [refuse(403, 'REVOKED', 'file:lost by revocation')] }),
  rule('lost: nothing is sent afterwards', 'MOVED revocations lastSeen lost', afterLoss),
  rule('lost: a typed key brings it back', `VALID ${ALL} revocations`, {
    ...afterLoss,
    event: typed(),
    answers: [activated('file:renewed')],
  }),
  rule('lost: an older file does not bring it back', 'MOVED revocations lastSeen lost', {
    ...afterLoss,
    event: { do: 'import', file: 'file:offline' },
  }),
]

const tokens = [
  rule('unknown token: activates with the stored key', `VALID ${ALL}`, {
    answers: [unknownToken, activated('file:renewed')],
  }),
  rule('unknown token: activating fails', `VALID ${ALL}`, { answers: [unknownToken, null] }),
  rule('unknown token, no key: the list names the license', `REVOKED_BY_LIST ${ENROLLED} revocations`, {
    state: enrolled,
    answers: [unknownToken, { status: 200, body: 'list:names the license' }],
  }),
  rule('unknown token, no key: the list does not name it', `VALID ${ENROLLED} revocations`, {
    state: { ...enrolled, revocations: 'list:older' },
    answers: [unknownToken, { status: 200, body: 'list:empty' }],
  }),
  rule('unknown token, no key: the list is older than the stored one', `VALID ${ENROLLED} revocations`, {
    state: { ...enrolled, revocations: 'list:empty' },
    answers: [unknownToken, { status: 200, body: 'list:older' }],
  }),
  rule('unknown token, no key: the list does not verify', `VALID ${ENROLLED}`, {
    state: enrolled,
    answers: [unknownToken, { status: 200, body: 'list:signed with an unknown key' }],
  }),
  rule('no token: activates with the stored key', `VALID ${ALL}`, {
    state: { ...running, deviceToken: undefined },
    answers: [activated('file:renewed')],
  }),
]

const newHardware = { deviceFingerprint: NEW_UUID }
const changed = { ...running.notice, code: 'HARDWARE_CHANGED' }
const hardware = [
  rule('hardware: changed, and the old file is kept', `HARDWARE_CHANGED ${ALL}`, {
    ...newHardware,
    answers: [refuse(409, 'HARDWARE_CHANGED', 'file:not for the new hardware')],
  }),
  rule('hardware: the user transfers', `VALID ${ALL}`, {
    ...newHardware,
    state: { ...running, notice: changed },
    event: { do: 'transfer' },
    answers: [activated('file:renewed for the new hardware')],
  }),
  rule('hardware: transferring without a token sends nothing', 'NOT_ACTIVATED', {
    ...nothing,
    event: { do: 'transfer' },
  }),
]

const releases = [
  rule('release: done', 'NOT_ACTIVATED lastSeen', {
    event: { do: 'deactivate' },
    answers: [{ status: 200, body: { message: 'This device no longer uses a license.' } }],
  }),
  rule('release: without a token, by the key', 'NOT_ACTIVATED lastSeen', {
    state: { ...running, deviceToken: undefined },
    event: { do: 'deactivate' },
    answers: [{ status: 200, body: { message: 'This device no longer uses a license.' } }],
  }),
  rule('release: without a token, no network', 'VALID licenseKey updateToken licenseFile lastSeen notice', {
    state: { ...running, deviceToken: undefined },
    event: { do: 'deactivate' },
    answers: [null],
  }),
  rule('release: no network', `VALID ${ALL}`, { event: { do: 'deactivate' }, answers: [null] }),
  rule('release: a sign-in page', `VALID ${ALL}`, { event: { do: 'deactivate' }, answers: [signInPage] }),
  rule('release: a message that is no text', `VALID ${ALL}`, {
    event: { do: 'deactivate' },
    answers: [{ status: 200, body: { message: null } }],
  }),
  rule('release: refused', `VALID ${ALL}`, {
    event: { do: 'deactivate' },
    answers: [refuse(403, 'REVOKED', 'file:revoked')],
  }),
]

export const onlineRules = [...activations, ...checkIns, ...losses, ...tokens, ...hardware, ...releases]

import { hashLicenseKey } from '#clients/typescript/identifiers.ts'
import type { LicenseFile } from '#clients/typescript/license-file.ts'
import { LICENSE_KEY, UUID, at, licenseFile, listOf } from './examples.ts'
import { featureVectors } from './feature-vectors.ts'
import { armour, encode, publicKeyOf, seal } from './signing.ts'
import { TRUSTED, first, forged, lossVector, says, vector } from './vector-parts.ts'

const times = [
  vector('valid: an hour after it was issued', 'VALID'),
  vector('valid: exactly when the next check-in is due', 'VALID', { now: at({ days: 1 }) }),
  vector('valid with a warning: the check-in is overdue', 'CHECK_IN_OVERDUE', { now: at({ days: 1, seconds: 1 }) }),
  vector('valid with a warning: the last instant before grace', 'CHECK_IN_OVERDUE', { now: at({ days: 7 }) }),
  vector('valid with a warning: in grace', 'GRACE', { now: at({ days: 7, seconds: 1 }) }),
  vector('valid with a warning: the last instant of grace', 'GRACE', { now: at({ days: 14 }) }),
  vector('expired: grace is over', 'EXPIRED', { now: at({ days: 14, seconds: 1 }) }),
  vector('clock: issued 5 minutes in the future is tolerated', 'VALID', { now: at({ minutes: -5 }) }),
  vector('clock: issued more than 5 minutes in the future', 'CLOCK', { now: at({ minutes: -5, seconds: -1 }) }),
  vector('clock: set back since it was last seen', 'CLOCK', { lastSeen: at({ hours: 2 }) }),
  vector('clock: corrected by a few minutes', 'VALID', { lastSeen: at({ hours: 1, minutes: 5 }) }),
]

const devices = [
  vector('device: braces and lower case', 'VALID', { deviceFingerprint: `{${UUID.toLowerCase()}}` }),
  vector('device: no hyphens', 'VALID', { deviceFingerprint: UUID.replaceAll('-', '') }),
  vector('device: the first three groups in the other byte order', 'VALID', {
    deviceFingerprint: '44454C4C-3900-104B-8031-B7C04F4A4432',
  }),
  vector('device: another device', 'WRONG_DEVICE', { deviceFingerprint: '4C4C4544-0039-4B10-8031-B7C04F4A4433' }),
  vector('device: an identifier that is not a UUID', 'VALID', {
    file: says({ deviceFingerprint: 'Lab-Bench-7' }),
    deviceFingerprint: '\ufeff lab-bench-7 ',
  }),
  vector('license: its key, typed in lower case without hyphens', 'VALID', {
    licenseKey: LICENSE_KEY.toLowerCase().replaceAll('-', ''),
  }),
  vector('license: its key, with O for 0 and I and L for 1', 'VALID', {
    licenseKey: LICENSE_KEY.replaceAll('0', 'O').replace('1', 'I').replace('1', 'L'),
  }),
  vector('license: its key, pasted with invisible characters', 'VALID', {
    licenseKey: `\ufeff${LICENSE_KEY.replace('-', '\u200b-\u00ad')}\u2060`,
  }),
  vector('license: its key, with ı for I', 'VALID', { licenseKey: '0TE\ufb06-\u0131EYF0-RVECT-0R\u017fNE-VERS1' }),
  vector('license: another key', 'WRONG_LICENSE', { licenseKey: '7ZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ' }),
  vector('nonce: the answer to this request', 'VALID', { nonce: 'vector-nonce' }),
  vector('nonce: the answer to another request', 'REPLAY', { nonce: 'another-nonce' }),
  vector('nonce: an answer without a nonce', 'REPLAY', { file: says({ nonce: null }), nonce: 'vector-nonce' }),
]

const statuses = [
  vector('status: revoked', 'REVOKED', { file: says({ status: 'revoked' }) }),
  vector('status: inactive', 'INACTIVE', { file: says({ status: 'inactive' }) }),
  vector('status: unassigned', 'NOT_ACTIVATED', { file: says({ status: 'unassigned' }) }),
  vector('status: assigned', 'NOT_ACTIVATED', { file: says({ status: 'assigned' }) }),
  vector('status: revoked, and expired as well', 'REVOKED', {
    file: says({ status: 'revoked' }),
    now: at({ days: 30 }),
  }),
]

/** A file for a device that lost its license. It expires when it is issued. */
const loses = (lost: string, status: LicenseFile['status'] = 'unassigned') =>
  armour(
    seal({
      ...licenseFile({ status, checkInBy: at({}), expiresAt: at({}), graceUntil: at({}) }),
      deviceName: null,
      lost,
    }),
  )
const losses = [
  lossVector('lost: moved in the portal', 'NOT_ACTIVATED', 'MOVED', { file: loses('MOVED') }),
  lossVector('lost: released in the portal', 'NOT_ACTIVATED', 'RELEASED', { file: loses('RELEASED') }),
  lossVector('lost: revoked, and restored for others', 'NOT_ACTIVATED', 'REVOKED', { file: loses('REVOKED') }),
  lossVector('lost: moved, and revoked on its next device', 'REVOKED', 'MOVED', { file: loses('MOVED', 'revoked') }),
  lossVector('lost: the answer to this request', 'NOT_ACTIVATED', 'MOVED', {
    file: loses('MOVED'),
    nonce: 'vector-nonce',
    licenseKey: LICENSE_KEY,
  }),
  vector('lost: the answer to another request', 'REPLAY', { file: loses('MOVED'), nonce: 'another-nonce' }),
  vector('lost: another device', 'WRONG_DEVICE', {
    file: loses('MOVED'),
    deviceFingerprint: '4C4C4544-0039-4B10-8031-B7C04F4A4433',
  }),
  vector('lost: an unknown value is ignored', 'NOT_ACTIVATED', { file: loses('SOLD') }),
]

const { licenseId, organizationId } = licenseFile()
const OTHER_ID = '00000000-0000-4000-8000-00000000000f'
const lists = [
  vector('list: the license, issued before', 'REVOKED_BY_LIST', {
    revocations: listOf({ licenses: [{ licenseId, issuedBefore: at({ minutes: 1 }) }] }),
  }),
  vector('list: the license, reissued since', 'VALID', {
    revocations: listOf({ licenses: [{ licenseId, issuedBefore: at({}) }] }),
  }),
  vector('list: the organization', 'REVOKED_BY_LIST', {
    revocations: listOf({ organizations: [OTHER_ID, organizationId] }),
  }),
  vector('list: the organization, before this file was issued', 'VALID', {
    revocations: listOf({ organizations: [organizationId] }, { issuedAt: at({ minutes: -1 }) }),
  }),
  vector('list: another license and organization', 'VALID', {
    revocations: listOf({
      organizations: [OTHER_ID],
      licenses: [{ licenseId: OTHER_ID, issuedBefore: at({ days: 1 }) }],
    }),
  }),
  vector('list: signed with an untrusted key, so it is ignored', 'VALID', {
    revocations: listOf({ organizations: [organizationId] }, { kid: 'rfc8032-3' }),
  }),
  vector('list: signed as a license file, so it is ignored', 'VALID', {
    revocations: listOf({ organizations: [organizationId] }, { prefix: 'license-file.v1\n' }),
  }),
  vector('list: not a list, so it is ignored', 'VALID', { revocations: '<html>Welcome</html>' }),
]

const sealed = seal(licenseFile())
const tampered: Record<keyof LicenseFile, unknown> = {
  licenseId: OTHER_ID,
  organizationId: OTHER_ID,
  licenseKeyHash: hashLicenseKey('another'),
  label: 'Another PC',
  status: 'inactive',
  deviceFingerprint: '4C4C4544-0039-4B10-8031-B7C04F4A4433',
  deviceName: null,
  issuedAt: at({ days: 1 }),
  checkInBy: at({ days: 100 }),
  expiresAt: at({ days: 100 }),
  graceUntil: at({ days: 100 }),
  nonce: 'another-nonce',
  lost: 'REVOKED',
  features: ['cad-export'],
}
const tampers = [
  ...Object.entries(tampered).map(([field, value]) =>
    vector(`tampered: ${field}`, 'BAD_SIGNATURE', {
      file: forged({ enc: encode({ ...licenseFile(), [field]: value }) }),
    }),
  ),
  vector('tampered: one letter of enc', 'BAD_SIGNATURE', { file: forged({ enc: first(sealed.enc, 'f') }) }),
  vector('tampered: enc that is not Unicode', 'BAD_SIGNATURE', { file: forged({ enc: '\ud800' }) }),
  vector('tampered: one letter of sig', 'BAD_SIGNATURE', {
    file: forged({ sig: first(sealed.sig, String(sealed.sig).startsWith('A') ? 'B' : 'A') }),
  }),
  vector('tampered: half of sig', 'BAD_SIGNATURE', { file: forged({ sig: String(sealed.sig).slice(0, 44) }) }),
  vector('tampered: no sig', 'BAD_SIGNATURE', { file: forged({ sig: '' }) }),
  vector('tampered: sig that is not base64', 'BAD_SIGNATURE', { file: forged({ sig: '****' }) }),
  vector('tampered: kid of the other trusted key', 'BAD_SIGNATURE', { file: forged({ kid: 'rfc8032-2' }) }),
  vector('tampered: v', 'UNSUPPORTED', { file: forged({ v: 2 }) }),
  vector('tampered: v as text', 'UNSUPPORTED', { file: forged({ v: '1' }) }),
  vector('tampered: alg', 'UNSUPPORTED', { file: forged({ alg: 'none' }) }),
  vector('prefix: signed as a revocation list', 'BAD_SIGNATURE', {
    file: armour(seal(licenseFile(), { prefix: 'revocations.v1\n' })),
  }),
  vector('prefix: signed without one', 'BAD_SIGNATURE', { file: armour(seal(licenseFile(), { prefix: '' })) }),
]

const keys = [
  vector('key: the next key', 'VALID', { file: armour(seal(licenseFile(), { kid: 'rfc8032-2' })) }),
  vector('key: a retired key that the application still trusts', 'VALID', {
    file: armour(seal(licenseFile(), { kid: 'rfc8032-3' })),
    keys: { ...TRUSTED, 'rfc8032-3': publicKeyOf('rfc8032-3') },
  }),
  vector('key: unknown', 'UNKNOWN_KEY', { file: armour(seal(licenseFile(), { kid: 'rfc8032-3' })) }),
  vector('key: unknown, but contained in the file', 'UNKNOWN_KEY', {
    file: armour({ ...seal(licenseFile(), { kid: 'rfc8032-3' }), publicKey: publicKeyOf('rfc8032-3') }),
  }),
  vector('key: an id that is a property of every object', 'UNKNOWN_KEY', { file: forged({ kid: 'constructor' }) }),
]

const [begin = '', ...rest] = armour(sealed).split('\n')
const shapes = [
  vector('shape: CRLF line breaks', 'VALID', { file: armour(sealed, { lineEnd: '\r\n' }) }),
  vector('shape: white space around it', 'VALID', { file: `\n  ${armour(sealed)}\n\n` }),
  vector('shape: base64 in one long line', 'VALID', {
    file: [begin, rest.slice(0, -2).join(''), rest.at(-2)].join('\n'),
  }),
  vector('shape: other BEGIN and END lines', 'MALFORMED', { file: armour(sealed, { name: 'MACHINE FILE' }) }),
  vector('shape: no BEGIN and END lines', 'MALFORMED', { file: encode(sealed) }),
  vector('shape: truncated', 'MALFORMED', { file: armour(sealed).slice(0, 400) }),
  vector('shape: empty', 'MALFORMED', { file: '' }),
  vector('shape: not base64', 'MALFORMED', { file: armour(sealed).replace(rest[0] ?? '', '********') }),
  vector('shape: not JSON', 'MALFORMED', { file: armour(sealed).replace(rest.slice(0, -2).join('\n'), 'bm8=') }),
  vector('shape: not an object', 'MALFORMED', { file: armour([sealed]) }),
  vector('shape: no enc', 'MALFORMED', { file: forged({ enc: undefined }) }),
  vector('shape: signed, but not about a license', 'MALFORMED', { file: armour(seal({ hello: 'world' })) }),
  vector('shape: signed, but with an unknown status', 'MALFORMED', {
    file: armour(seal({ ...licenseFile(), status: 'paused' })),
  }),
  vector('shape: signed, but with a date without a time', 'MALFORMED', { file: says({ expiresAt: '2026-01-08' }) }),
  // No client knew `features` when this was published under its name.
  vector('shape: signed, with an unknown field', 'VALID', {
    file: armour(seal({ ...licenseFile(), features: ['export'] })),
  }),
  vector('shape: signed, with unknown fields of every type', 'VALID', {
    file: armour(seal({ ...licenseFile(), region: 'EU', seats: 7, trial: null, links: [{ about: [] }] })),
  }),
  vector('shape: a label beyond ASCII', 'VALID', { file: says({ label: 'Empfang – “Süd” 受付 🖥' }) }),
]

export const vectors = [
  ...times,
  ...devices,
  ...statuses,
  ...losses,
  ...lists,
  ...tampers,
  ...keys,
  ...shapes,
  ...featureVectors,
]

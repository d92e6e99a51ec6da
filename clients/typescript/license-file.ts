import { createPublicKey, verify } from 'node:crypto'
import { BLANKS, hashLicenseKey, normalizeFingerprint, trimBlanks } from './identifiers.ts'

/** Why a device lost its license. */
export type LossCode = 'MOVED' | 'RELEASED' | 'REVOKED'

/**
 * Signed content of a license file. Times are ISO 8601 in UTC: the next check-in is due by `checkInBy`, the grace period
 * starts at `expiresAt`, and the application stops at `graceUntil`.
 */
export type LicenseFile = {
  licenseId: string
  organizationId: string
  licenseKeyHash: string
  label: string
  status: 'active' | 'inactive' | 'revoked' | 'unassigned' | 'assigned'
  deviceFingerprint: string
  deviceName: string | null
  issuedAt: string
  checkInBy: string
  expiresAt: string
  graceUntil: string
  nonce: string | null
  /** Set if this device has lost the license. */
  lost?: LossCode | undefined
  /** Features of the subscription, such as cad-export. Missing if there are none. `Status` has those to unlock. */
  features?: string[] | undefined
}

/** Public keys by id (`kid`), each 32 bytes in base64. Compile them in; never load them from a file or the network. */
export type TrustedKeys = Record<string, string>

export type Check = {
  keys: TrustedKeys
  /** Device UUID of this computer, in any spelling. */
  deviceFingerprint: string
  /** If set, the file must be for this license. */
  licenseKey?: string | undefined
  /** If set, the file must answer the request with this nonce. */
  nonce?: string | undefined
  now?: Date
  /** Latest time this computer has seen, to detect a clock that was set back. */
  lastSeen?: Date | undefined
  /** Signed revocation list as text. */
  revocations?: string | undefined
}

export type VerdictCode =
  | 'VALID'
  | 'MALFORMED'
  | 'UNSUPPORTED'
  | 'UNKNOWN_KEY'
  | 'BAD_SIGNATURE'
  | 'WRONG_DEVICE'
  | 'WRONG_LICENSE'
  | 'CLOCK'
  | 'REPLAY'
  | 'REVOKED_BY_LIST'
  | 'REVOKED'
  | 'INACTIVE'
  | 'NOT_ACTIVATED'
  | 'EXPIRED'

/** The application runs, but only until `until` (ISO 8601, UTC) without a check-in. */
export type Warning = { code: 'CHECK_IN_OVERDUE' | 'GRACE'; until: string }

/** `valid` is true exactly when `code` is VALID. `file` is null if its signature couldn't be verified. */
export type Verdict = { valid: boolean; code: VerdictCode; warnings: Warning[]; file: LicenseFile | null }

/** Allowed difference between clocks, in milliseconds. */
export const CLOCK_TOLERANCE = 5 * 60 * 1000

/** Verifies a license file without a network. The rules are in clients/vectors/README.md. */
export function verifyLicenseFile(text: string, check: Check): Verdict {
  const opened = openSigned('license-file.v1', unwrap(text), check.keys)
  if ('fault' in opened) return verdict(opened.fault, null)
  const file = opened.content
  if (!isLicenseFile(file)) return verdict('MALFORMED', null)
  const code = ownershipFault(file, check) ?? timeFault(file, check) ?? revocationOf(file, check) ?? statusCode(file)
  return code === 'VALID' ? verdictOfTimes(file, check.now ?? new Date()) : verdict(code, file)
}

type Fault = 'MALFORMED' | 'UNSUPPORTED' | 'UNKNOWN_KEY' | 'BAD_SIGNATURE'

function openSigned(kind: string, envelope: unknown, keys: TrustedKeys): { content: unknown } | { fault: Fault } {
  if (!isObject(envelope)) return { fault: 'MALFORMED' }
  const { v, alg, kid, enc, sig } = envelope
  if (v !== 1 || alg !== 'ed25519') return { fault: 'UNSUPPORTED' }
  if (typeof kid !== 'string' || typeof enc !== 'string' || typeof sig !== 'string') return { fault: 'MALFORMED' }
  const key = Object.hasOwn(keys, kid) ? keys[kid] : undefined
  if (key === undefined) return { fault: 'UNKNOWN_KEY' }
  // Signed with its kind: no other text that the server signs passes as a license.
  const signed = Buffer.from(`${kind}\n${kid}\n${enc}`)
  const signature = decodeBase64(sig)
  if (!signature || !isSignedBy(key, signed, signature)) return { fault: 'BAD_SIGNATURE' }
  return { content: parseJson(decodeBase64(enc)?.toString()) }
}

function isSignedBy(key: string, signed: Buffer, signature: Buffer) {
  try {
    return verify(null, signed, publicKeyOf(key), signature)
  } catch {
    return false
  }
}

const publicKeyOf = (base64: string) =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').toString('base64url') },
  })

/** @throws Error naming the key that is invalid. Otherwise a typo in a key would lock the application at customers. */
export function assertTrustedKeys(keys: TrustedKeys) {
  const entries = Object.entries(keys)
  if (entries.length === 0) throw new Error('No public keys. Compile in the current and the next key of your server.')
  for (const [kid, key] of entries) {
    if (!/^[\w.-]{1,64}$/.test(kid))
      throw new Error(`Public key '${kid}' has an invalid id. GET /api/device/keys lists the ids.`)
    const bytes = typeof key === 'string' ? decodeBase64(key) : undefined
    if (bytes?.length !== 32 || bytes.toString('base64') !== key) {
      throw new Error(
        `Public key '${kid}' isn't 32 bytes in base64. GET /api/device/keys lists the keys of your server.`,
      )
    }
  }
}

const ARMOUR = new RegExp(
  `^-----BEGIN LICENSE FILE-----[${BLANKS}]+([A-Za-z0-9+/=${BLANKS}]+?)[${BLANKS}]+-----END LICENSE FILE-----$`,
)

function unwrap(text: string) {
  const base64 = ARMOUR.exec(trimBlanks(text))?.[1]?.replace(new RegExp(`[${BLANKS}]`, 'g'), '')
  return parseJson(decodeBase64(base64 ?? '')?.toString())
}

/** Buffer.from ignores characters that aren't base64. */
const decodeBase64 = (text: string) =>
  text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function ownershipFault(file: LicenseFile, { deviceFingerprint, licenseKey }: Check) {
  if (normalizeFingerprint(file.deviceFingerprint) !== normalizeFingerprint(deviceFingerprint)) return 'WRONG_DEVICE'
  return licenseKey !== undefined && hashLicenseKey(licenseKey) !== file.licenseKeyHash ? 'WRONG_LICENSE' : undefined
}

function timeFault({ issuedAt, nonce }: LicenseFile, { now = new Date(), lastSeen, nonce: asked }: Check) {
  const latest = Math.max(Date.parse(issuedAt), lastSeen?.getTime() ?? 0)
  if (latest > now.getTime() + CLOCK_TOLERANCE) return 'CLOCK'
  return asked !== undefined && asked !== nonce ? 'REPLAY' : undefined
}

/** Ignores a list without a trusted signature. A file issued after the list is not affected. */
function revocationOf({ licenseId, organizationId, issuedAt }: LicenseFile, { revocations, keys }: Check) {
  const list = revocations === undefined ? undefined : readRevocations(revocations, keys)
  if (!list) return undefined
  const isOlderThan = (time: string) => Date.parse(issuedAt) < Date.parse(time)
  const isRevoked =
    (list.organizations.includes(organizationId) && isOlderThan(list.issuedAt)) ||
    list.licenses.some((entry) => entry.licenseId === licenseId && isOlderThan(entry.issuedBefore))
  return isRevoked ? 'REVOKED_BY_LIST' : undefined
}

function statusCode({ status }: LicenseFile) {
  if (status === 'active') return 'VALID'
  if (status === 'revoked') return 'REVOKED'
  return status === 'inactive' ? 'INACTIVE' : 'NOT_ACTIVATED'
}

function verdictOfTimes(file: LicenseFile, now: Date): Verdict {
  const isPast = (time: string) => now.getTime() > Date.parse(time)
  if (!isPast(file.checkInBy)) return verdict('VALID', file)
  if (!isPast(file.expiresAt)) return verdict('VALID', file, [{ code: 'CHECK_IN_OVERDUE', until: file.expiresAt }])
  if (!isPast(file.graceUntil)) return verdict('VALID', file, [{ code: 'GRACE', until: file.graceUntil }])
  return verdict('EXPIRED', file)
}

const verdict = (code: VerdictCode, file: LicenseFile | null, warnings: Warning[] = []): Verdict => ({
  valid: code === 'VALID',
  code,
  warnings,
  file,
})

export type Revocations = {
  issuedAt: string
  organizations: string[]
  licenses: { licenseId: string; issuedBefore: string }[]
}

/** Parses the revocation list. Returns undefined unless it is signed by a trusted key. */
export function readRevocations(text: string, keys: TrustedKeys): Revocations | undefined {
  const opened = openSigned('revocations.v1', parseJson(text), keys)
  return 'content' in opened && isRevocations(opened.content) ? opened.content : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string'
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isTime = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

const STATUSES: unknown[] = ['active', 'inactive', 'revoked', 'unassigned', 'assigned']

const isLicenseFile = (value: unknown): value is LicenseFile =>
  isObject(value) &&
  ['licenseId', 'organizationId', 'licenseKeyHash', 'label', 'deviceFingerprint'].every((name) =>
    isText(value[name]),
  ) &&
  ['deviceName', 'nonce'].every((name) => value[name] === null || isText(value[name])) &&
  ['issuedAt', 'checkInBy', 'expiresAt', 'graceUntil'].every((name) => isTime(value[name])) &&
  STATUSES.includes(value['status']) &&
  (value['features'] === undefined || areTexts(value['features']))

const isRevocations = (value: unknown): value is Revocations =>
  isObject(value) &&
  isTime(value['issuedAt']) &&
  areTexts(value['organizations']) &&
  Array.isArray(value['licenses']) &&
  value['licenses'].every((entry) => isObject(entry) && isText(entry['licenseId']) && isTime(entry['issuedBefore']))

/**
 * Verifies Latchkey's license files. Copy this file into your application: it needs nothing but Node (or Electron's main
 * process). What it answers for every kind of file is fixed by clients/vectors/vectors.json.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'

/** What a license file says. Times are ISO 8601 in UTC. */
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
}

/** The keys that your application was built with: the name of each (`kid`) and its 32 bytes in base64. Never take one from a file. */
export type TrustedKeys = Record<string, string>

export type Check = {
  keys: TrustedKeys
  /** Of this computer, in any spelling. */
  deviceFingerprint: string
  /** Given: the file must be about this license. */
  licenseKey?: string | undefined
  /** Given: the file must be the answer to this very question. */
  nonce?: string | undefined
  now?: Date
  /** The latest time this computer has seen: a clock before it has been turned back. */
  lastSeen?: Date | undefined
  /** The text of the signed list of revocations, when there is one. */
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

/** The application runs, and says until when it does so without a check-in. */
export type Warning = { code: 'CHECK_IN_OVERDUE' | 'GRACE'; until: string }

/** `valid` is true exactly when `code` is VALID. `file` is there as soon as its signature has held. */
export type Verdict = { valid: boolean; code: VerdictCode; warnings: Warning[]; file: LicenseFile | null }

/** Clocks of computers that are set right differ by less. */
const CLOCK_TOLERANCE = 5 * 60 * 1000

export function verifyLicenseFile(text: string, check: Check): Verdict {
  const opened = openSigned('license-file.v1', unwrap(text), check.keys)
  if ('fault' in opened) return verdict(opened.fault, null)
  const file = opened.content
  if (!isLicenseFile(file)) return verdict('MALFORMED', null)
  const code = ownershipFault(file, check) ?? timeFault(file, check) ?? revocationOf(file, check) ?? statusCode(file)
  return code === 'VALID' ? verdictOfTimes(file, check.now ?? new Date()) : verdict(code, file)
}

/** One spelling per device: no case, braces or hyphens; of the two byte orders of the first three groups, the lower one. */
export function normalizeFingerprint(fingerprint: string) {
  const bare = fingerprint
    .trim()
    .toLowerCase()
    .replace(/^\{(.*)\}$/, '$1')
  const compact = bare.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(compact)) return bare
  const other = compact.replace(/^(..)(..)(..)(..)(..)(..)(..)(..)/, '$4$3$2$1$6$5$8$7')
  return other < compact ? other : compact
}

/** SHA-256 in hexadecimal digits of the key as people mean it, however they typed it. */
export function hashLicenseKey(licenseKey: string) {
  const letters = licenseKey.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return createHash('sha256').update(letters).digest('hex')
}

type Fault = 'MALFORMED' | 'UNSUPPORTED' | 'UNKNOWN_KEY' | 'BAD_SIGNATURE'

/** The content of a signed envelope of this kind, or why it is not to be trusted. */
function openSigned(kind: string, envelope: unknown, keys: TrustedKeys): { content: unknown } | { fault: Fault } {
  if (!isObject(envelope)) return { fault: 'MALFORMED' }
  const { v, alg, kid, enc, sig } = envelope
  if (v !== 1 || alg !== 'ed25519') return { fault: 'UNSUPPORTED' }
  if (typeof kid !== 'string' || typeof enc !== 'string' || typeof sig !== 'string') return { fault: 'MALFORMED' }
  const key = Object.hasOwn(keys, kid) ? keys[kid] : undefined
  if (key === undefined) return { fault: 'UNKNOWN_KEY' }
  // The kind is signed along, so that nothing else the server signs passes for a license.
  const signed = Buffer.from(`${kind}\n${kid}\n${enc}`)
  const signature = decodeBase64(sig)
  if (!signature || !verify(null, signed, publicKeyOf(key), signature)) return { fault: 'BAD_SIGNATURE' }
  return { content: parseJson(decodeBase64(enc)?.toString()) }
}

const publicKeyOf = (base64: string) =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').toString('base64url') },
  })

const ARMOUR = /^-----BEGIN LICENSE FILE-----\s+([A-Za-z0-9+/=\s]+?)\s+-----END LICENSE FILE-----$/

const unwrap = (text: string) =>
  parseJson(decodeBase64(ARMOUR.exec(text.trim())?.[1]?.replace(/\s/g, '') ?? '')?.toString())

/** Node reads over what is not base64. */
const decodeBase64 = (text: string) =>
  text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
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

/** A list that cannot be read, or that nobody trusted has signed, says nothing. A file issued after the list is newer knowledge. */
function revocationOf({ licenseId, organizationId, issuedAt }: LicenseFile, { revocations, keys }: Check) {
  const list = revocations === undefined ? undefined : readRevocations(revocations, keys)
  if (!list) return undefined
  const isOlderThan = (time: string) => Date.parse(issuedAt) < Date.parse(time)
  const isVoid =
    (list.organizations.includes(organizationId) && isOlderThan(list.issuedAt)) ||
    list.licenses.some((entry) => entry.licenseId === licenseId && isOlderThan(entry.issuedBefore))
  return isVoid ? 'REVOKED_BY_LIST' : undefined
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

/** The list of revocations in an answer of GET /api/device/revocations, when it is signed by a trusted key. */
export function readRevocations(text: string, keys: TrustedKeys): Revocations | undefined {
  const opened = openSigned('revocations.v1', parseJson(text), keys)
  return 'content' in opened && isRevocations(opened.content) ? opened.content : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string'
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
  STATUSES.includes(value['status'])

const isRevocations = (value: unknown): value is Revocations =>
  isObject(value) &&
  isTime(value['issuedAt']) &&
  Array.isArray(value['organizations']) &&
  value['organizations'].every(isText) &&
  Array.isArray(value['licenses']) &&
  value['licenses'].every((entry) => isObject(entry) && isText(entry['licenseId']) && isTime(entry['issuedBefore']))

import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/text.ts'
import {
  CHECK_IN,
  Decision,
  DeviceRefusal,
  Loss,
  Nonce,
  TrustedKids,
  deviceFingerprint,
  deviceName,
  deviceOs,
  licenseKey,
} from './devices.ts'
import type { License } from './licenses.ts'

export const SigningKeyStatus = z.enum(['current', 'next', 'retired'])

/** A file's name for what it says; signed along, so that no file passes for one of another kind. */
export const LICENSE_FILE = 'license-file.v1'
export const REVOCATION_LIST = 'revocations.v1'

/** What a signature is over: kind LF kid LF enc. */
export const signedText = (kind: string, { kid, enc }: Pick<SignedFile, 'kid' | 'enc'>) => `${kind}\n${kid}\n${enc}`

/** `enc`: base64 of the JSON that is signed. `sig`: base64 of the Ed25519 signature over `signedText`. */
export const SignedFile = z.object({
  v: z.literal(1),
  kid: z.string(),
  alg: z.literal('ed25519'),
  enc: z.string(),
  sig: z.string(),
})
export type SignedFile = z.infer<typeof SignedFile>

/** What a license file says. An application runs on it while `status` is active and its time has not run out. */
export const LicenseFile = z.object({
  licenseId: z.uuid(),
  /** What the organization is called in its files and on the list of revocations; no id of the portal. */
  organizationId: z.uuid(),
  /** SHA-256 of the normalized key, as hexadecimal digits. */
  licenseKeyHash: z.string(),
  label: z.string(),
  /** active: may run. Everything else: may not, whatever its times say. */
  status: z.enum(['active', 'inactive', 'revoked', 'unassigned', 'assigned']),
  deviceFingerprint: z.string(),
  deviceName: z.nullable(z.string()),
  issuedAt: Instant,
  /** Ask for another one before. */
  checkInBy: Instant,
  /** Ends here; until `graceUntil` it is only late. */
  expiresAt: Instant,
  graceUntil: Instant,
  nonce: z.nullable(z.string()),
  /** The device has lost this license: it forgets key, token and files of it, and asks no more. Absent otherwise. */
  lost: z.optional(Loss),
})
export type LicenseFile = z.infer<typeof LicenseFile>

/** Days at the end in which a file still counts, with a warning. */
const LAST_WEEK = 7

/**
 * Days from the issue of a file. A device that checks in daily gets one that lasts two weeks, a machine without internet one for
 * as long as was asked. Both run on for a last week with a warning. A subscription whose end is known ends all of it.
 */
export const FILE_DAYS = { online: CHECK_IN.graceDays - LAST_WEEK, grace: LAST_WEEK } as const

/** Days a file for a machine without internet may be asked for. Who has the key alone gets a short one. */
export const OFFLINE_DAYS = { min: 1, max: 365, default: 30, maxByKey: 30 } as const

/** Days that may be asked for, by who may ask for so many. */
function daysUpTo(max: number) {
  const message = `Days must be a whole number from ${OFFLINE_DAYS.min} to ${max}`
  return z
    .number(message)
    .check(z.refine(Number.isInteger, message), z.minimum(OFFLINE_DAYS.min, message), z.maximum(max, message))
}

/** What the portal asks for on behalf of a machine. */
export const LicenseFileOrder = z.object({
  deviceFingerprint,
  deviceName: z.optional(deviceName),
  ttlDays: daysUpTo(OFFLINE_DAYS.max),
})

/** A file for a machine without internet sets the license aside for it, so there must be a license to give. */
export const canHaveFile = ({ status }: Pick<License, 'status'>) =>
  status === 'unassigned' || status === 'assigned' || status === 'active'

/** A license file and what to show of it. */
export const MadeFile = z.object({
  fileName: z.string(),
  licenseFile: z.string(),
  licenseId: z.uuid(),
  label: z.string(),
  deviceFingerprint: z.string(),
  issuedAt: Instant,
  expiresAt: Instant,
  graceUntil: Instant,
})
export type MadeFile = z.infer<typeof MadeFile>

/** Bytes of a request file: far more than one has. */
export const REQUEST_MAX = 8192
export const REQUEST_REQUIRED = 'Request file is required'
export const NOT_A_REQUEST = 'This is not a license request of the application. Create a new one on the computer.'

export const OfflineRequest = z.object({
  request: z
    .string(REQUEST_REQUIRED)
    .check(z.trim(), z.minLength(1, REQUEST_REQUIRED), z.maxLength(REQUEST_MAX, NOT_A_REQUEST)),
  ttlDays: z.optional(daysUpTo(OFFLINE_DAYS.maxByKey)),
})

/** Answer of an offline request: the decision, and the file to carry back. */
export const OfflineAnswer = z.extend(Decision, { file: MadeFile })

export const PublicKey = z.object({
  kid: z.string(),
  alg: z.literal('Ed25519'),
  /** 32 bytes in base64. */
  publicKey: z.string(),
  pem: z.string(),
  status: SigningKeyStatus,
  /** When the last file that a retired key has signed ends; null for a live key. */
  notAfter: z.nullable(Instant),
})

/** What is signed in the list of revocations. */
export const Revocations = z.object({
  issuedAt: Instant,
  /** All files of these are void: the `organizationId` of license files. */
  organizations: z.array(z.uuid()),
  /** Files of these that were issued before are void. */
  licenses: z.array(z.object({ licenseId: z.uuid(), issuedBefore: Instant })),
})
export type Revocations = z.infer<typeof Revocations>

const refused = { '4xx': DeviceRefusal } as const

export const licenseFiles = {
  keys: {
    method: 'GET',
    url: '/api/device/keys',
    config: { access: 'device' },
    schema: {
      summary: 'List the public keys that verify license files',
      response: { 200: z.object({ keys: z.array(PublicKey) }), ...refused },
    },
  },
  revocations: {
    method: 'GET',
    url: '/api/device/revocations',
    config: { access: 'device' },
    schema: {
      summary: 'Get the signed list of revoked license files',
      response: { 200: SignedFile, ...refused },
    },
  },
  offlineRequest: {
    method: 'POST',
    url: '/api/device/offline-request',
    config: { access: 'device' },
    schema: {
      summary: 'Get a license file for a device without internet, from its request file',
      body: OfflineRequest,
      response: { 200: OfflineAnswer, ...refused },
    },
  },
  make: {
    method: 'POST',
    url: '/api/licenses/:id/license-file',
    config: { access: 'org-admin', stepUp: true, consequence: 'device' },
    schema: {
      summary: 'Create a license file for a device without internet; reserves the license for it',
      params: IdParams,
      body: LicenseFileOrder,
      response: { 200: MadeFile, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>

/** The request that a machine without internet makes: this JSON in base64, between a BEGIN and an END line. */
export const OfflineRequestContent = z.object({
  v: z.literal(1),
  licenseKey,
  deviceFingerprint,
  deviceName,
  deviceOs,
  kids: TrustedKids,
  nonce: Nonce,
})
export type OfflineRequestContent = z.infer<typeof OfflineRequestContent>

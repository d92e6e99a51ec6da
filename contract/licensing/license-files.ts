import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/text.ts'
import { givenFingerprint } from './changes.ts'
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

/** Kind of the file. Signed too, so that one kind cannot pass for another. */
export const LICENSE_FILE = 'license-file.v1'
export const REVOCATION_LIST = 'revocations.v1'

/** The signed bytes: kind LF kid LF enc. */
export const signedText = (kind: string, { kid, enc }: Pick<SignedFile, 'kid' | 'enc'>) => `${kind}\n${kid}\n${enc}`

/** `enc`: base64 of the signed JSON. `sig`: base64 of the Ed25519 signature over `signedText`. */
export const SignedFile = z.object({
  v: z.literal(1),
  kid: z.string(),
  alg: z.literal('ed25519'),
  enc: z.string(),
  sig: z.string(),
})
export type SignedFile = z.infer<typeof SignedFile>

/** Content of a license file. The application runs while `status` is active and the file has not expired. */
export const LicenseFile = z.object({
  licenseId: z.uuid(),
  /** Identifies the organization in files and the revocation list. Not its id in the portal. */
  organizationId: z.uuid(),
  /** Hexadecimal SHA-256 of the normalized key. */
  licenseKeyHash: z.string(),
  label: z.string(),
  /** active: may run. Anything else: may not, whatever the times. */
  status: z.enum(['active', 'inactive', 'revoked', 'unassigned', 'assigned']),
  deviceFingerprint: z.string(),
  deviceName: z.nullable(z.string()),
  issuedAt: Instant,
  /** Check in before this time. */
  checkInBy: Instant,
  /** From here until `graceUntil` the application warns. */
  expiresAt: Instant,
  graceUntil: Instant,
  nonce: z.nullable(z.string()),
  /** Names that unlock parts of the application. Left out if there are none. */
  features: z.optional(z.array(z.string())),
  /** The device has lost this license: it deletes key, token and files and stops checking in. */
  lost: z.optional(Loss),
})
export type LicenseFile = z.infer<typeof LicenseFile>

/** Days of grace at the end of a file. */
const LAST_WEEK = 7

/**
 * Lifetime of a file in days. A device that checks in daily gets two weeks, of which the last is grace. A device without internet gets
 * what was ordered, and then a week of grace. A known end of the subscription limits all of it.
 */
export const FILE_DAYS = { online: CHECK_IN.graceDays - LAST_WEEK, grace: LAST_WEEK } as const

/** Days for which an offline file may be ordered. With only the key, at most `maxByKey`. */
export const OFFLINE_DAYS = { min: 1, max: 365, default: 30, maxByKey: 30 } as const

function daysUpTo(max: number) {
  const message = `Days must be a whole number from ${OFFLINE_DAYS.min} to ${max}`
  return z.number(message).check(z.int(message), z.minimum(OFFLINE_DAYS.min, message), z.maximum(max, message))
}

export const LicenseFileOrder = z.object({
  deviceFingerprint: givenFingerprint,
  deviceName: z.optional(deviceName),
  ttlDays: daysUpTo(OFFLINE_DAYS.max),
})

/** The license is reserved for the device, so it must be unused. */
export const canHaveFile = ({ status }: Pick<License, 'status'>) =>
  status === 'unassigned' || status === 'assigned' || status === 'active'

/** A license file with facts to show. */
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

/** Bytes, far more than a request has. */
export const REQUEST_MAX = 8192
const REQUEST_REQUIRED = 'Request file is required'
export const NOT_A_REQUEST = 'This is not a license request of the application. Create a new one on the computer.'

export const OfflineRequest = z.object({
  request: z
    .string(REQUEST_REQUIRED)
    .check(z.trim(), z.minLength(1, REQUEST_REQUIRED), z.maxLength(REQUEST_MAX, NOT_A_REQUEST)),
  ttlDays: z.optional(daysUpTo(OFFLINE_DAYS.maxByKey)),
})

/** The decision and the file to copy back. */
export const OfflineAnswer = z.extend(Decision, { file: MadeFile })

export const PublicKey = z.object({
  kid: z.string(),
  alg: z.literal('Ed25519'),
  /** 32 bytes in base64. */
  publicKey: z.string(),
  pem: z.string(),
  status: SigningKeyStatus,
  /** When the last file signed by a retired key expires; null for a live key. */
  notAfter: z.nullable(Instant),
})

export const Revocations = z.object({
  issuedAt: Instant,
  /** All files of these organizations are void (`organizationId` of license files). */
  organizations: z.array(z.uuid()),
  /** Files of these licenses issued before that time are void. */
  licenses: z.array(z.object({ licenseId: z.uuid(), issuedBefore: Instant })),
})
export type Revocations = z.infer<typeof Revocations>

const refused = { '4xx': DeviceRefusal } as const

export const licenseFiles = {
  keys: {
    method: 'GET',
    url: '/api/device/keys',
    config: { access: 'device', serves: 'tagged' },
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

/** Request of a device without internet: this JSON in base64 between BEGIN and END lines. */
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

import * as z from 'zod/mini'
import { plusDays } from '#contract/dates.ts'
import { Done, type Endpoint } from '#contract/endpoint.ts'
import { Channel } from '#contract/releases/channels.ts'
import { AvailableUpdate } from '#contract/releases/available-update.ts'
import { copiedLine, Instant } from '#contract/text.ts'
import { UUID_MAX, UUID_REQUIRED } from './changes.ts'
import { License } from './licenses.ts'
import { Moves } from './moves.ts'

/** Every answer to 'may this device run?'. Only VALID lets it run. The last two are transient: keep the last decision and retry. */
export const DecisionCode = z.enum([
  'VALID',
  'NOT_FOUND',
  'NOT_ACTIVATED',
  'DEVICE_MISMATCH',
  'DEVICE_HAS_LICENSE',
  'SET_ASIDE',
  'HARDWARE_CHANGED',
  'MOVED',
  'RELEASED',
  'REVOKED',
  'INACTIVE',
  'ORGANIZATION_SUSPENDED',
  'SUBSCRIPTION_ENDED',
  'SUBSCRIPTION_OVERDUE',
  'MOVE_LIMIT_REACHED',
  'NO_SEAT_AVAILABLE',
  'ENROLLMENT_CLOSED',
  'FINGERPRINT_PLACEHOLDER',
  'UNKNOWN_KEY',
  'VALIDATION_ERROR',
  'RATE_LIMITED',
  'SERVER_ERROR',
])
export type DecisionCode = z.infer<typeof DecisionCode>

/** How a device lost its license: moved or released in the portal, released by the device, or revoked and restored. */
export const Loss = z.enum(['MOVED', 'RELEASED', 'REVOKED'])
export type Loss = z.infer<typeof Loss>

/** The cause, for codes with several. More may be added. */
export const DecisionReason = z.enum([
  'IN_USE',
  'SAME_NAME',
  'MOVED_IN_PORTAL',
  'MOVED_TO_NEW_HARDWARE',
  'RELEASED_IN_PORTAL',
  'DEACTIVATED',
  'NOT_RESERVED',
  'KEY_EXPIRED',
  'KEY_PAUSED',
  'KEY_USED_UP',
  'NO_FREE_LICENSE',
  'QUOTA_FULL',
])
export type DecisionReason = z.infer<typeof DecisionReason>

export const DecisionWarning = z.enum(['SUBSCRIPTION_PAST_DUE'])
export type DecisionWarning = z.infer<typeof DecisionWarning>

/** Seconds between check-ins, and days that a device may run after the last one. */
export const CHECK_IN = { intervalSeconds: 24 * 60 * 60, graceDays: 14 } as const

/** Days after the due date before an overdue subscription stops devices. */
export const OVERDUE_GRACE_DAYS = 14

/** The day from which devices don't run, by the due day of the oldest outstanding invoice. */
export const stopDayOf = (oldestDue: string) => plusDays(oldestDue, OVERDUE_GRACE_DAYS + 1)

export const Decision = z.object({
  valid: z.boolean(),
  code: DecisionCode,
  detail: z.string(),
  /** False: nothing was decided. Ask again and keep the last decision. */
  conclusive: z.boolean(),
  warnings: z.array(DecisionWarning),
  license: z.nullable(
    z.extend(
      z.pick(License, {
        id: true,
        label: true,
        status: true,
        deviceFingerprint: true,
        deviceName: true,
        deviceOs: true,
        billingStatus: true,
        lastCheckIn: true,
      }),
      /** For display: the license file decides what the application unlocks. Empty unless VALID. */
      { features: z.array(z.string()) },
    ),
  ),
  organization: z.nullable(z.object({ name: z.string() })),
  reason: z.nullable(DecisionReason),
  /** When the code or warning became true: lost, overdue, expired. */
  since: z.nullable(Instant),
  /** When a device that may still run will stop: end of the subscription, or of the grace for a late payment. */
  until: z.nullable(Instant),
  /** With MOVE_LIMIT_REACHED. */
  moves: z.nullable(Moves),
  checkIn: z.nullable(z.object({ intervalSeconds: z.int32(), nextCheckInAt: Instant, graceUntil: Instant })),
  serverTime: Instant,
  nonce: z.nullable(z.string()),
})
export type Decision = z.infer<typeof Decision>

/** Case, spaces and hyphens do not matter, because keys are read aloud and typed. O is 0, I and L are 1 (Crockford base32). */
export const normalizeLicenseKey = (key: string) =>
  key.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

export const licenseKey = copiedLine({ max: 64, message: 'License key is required' })
export const deviceFingerprint = copiedLine({ max: UUID_MAX, message: UUID_REQUIRED })
export const deviceName = copiedLine({ max: 120, message: 'Device name is required' })
export const deviceOs = copiedLine({ max: 120, message: 'Operating system is required' })
export const appVersion = z.optional(copiedLine({ min: 0, max: 60 }))

/** Repeated in the answer, against replay. */
export const Nonce = z.optional(
  z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/, 'nonce must be 1 to 128 printable characters')),
)
const nonce = Nonce
const deviceToken = copiedLine({ max: 100, message: 'Device token is required' })

/** 'typed' by a user, or 'stored' by the application. */
export const ActivationReason = z.optional(z.enum(['typed', 'stored'], 'reason must be typed or stored'))

/** Ids of the keys that the application trusts. A license is not bound if the application could not verify the answer. */
export const TrustedKids = z.optional(
  z
    .array(z.string().check(z.regex(/^[\w.-]{1,64}$/, 'kids must be names of keys')))
    .check(z.maxLength(32, 'At most 32 kids')),
)

const withToken = z.object({ deviceToken })
const withKey = z.object({ licenseKey, deviceFingerprint })

/** The signed decision (license-files.ts). Applications trust nothing else about their license. */
const licenseFile = z.string()

/** The refusal's `message` with the decision. Signed if the license exists; an unsigned one may come from a proxy. */
export const DeviceRefusal = z.extend(Decision, {
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  licenseFile: z.optional(licenseFile),
})
export type DeviceRefusal = z.infer<typeof DeviceRefusal>

/** Folder of this device's update feeds (updates.ts). Valid as long as the device token. */
const updateToken = z.string()

export const Activation = z.extend(Decision, { deviceToken: z.string(), updateToken, licenseFile })
export type Activation = z.infer<typeof Activation>

export const CheckedIn = z.extend(Decision, { licenseFile, updateToken, update: AvailableUpdate })
export type CheckedIn = z.infer<typeof CheckedIn>

const refused = { '4xx': DeviceRefusal } as const

export const devices = {
  activate: {
    method: 'POST',
    url: '/api/device/activate',
    config: { access: 'device' },
    schema: {
      summary: 'Bind a license to this device; repeating it by the same device succeeds again',
      body: z.object({
        licenseKey,
        deviceFingerprint,
        deviceName,
        deviceOs,
        appVersion,
        reason: ActivationReason,
        kids: TrustedKids,
        nonce,
      }),
      response: { 200: Activation, ...refused },
    },
  },
  validate: {
    method: 'POST',
    url: '/api/device/validate',
    config: { access: 'device' },
    schema: {
      summary: 'May this device run? Changes nothing',
      body: z.object({ licenseKey, deviceFingerprint, nonce }),
      response: { 200: Decision, ...refused },
    },
  },
  checkIn: {
    method: 'POST',
    url: '/api/device/check-in',
    config: { access: 'device' },
    schema: {
      summary: 'Check in: records the device and returns the decision. Authorization: Device TOKEN',
      body: z.object({
        // Detects new hardware. Older applications do not send it.
        deviceFingerprint: z.optional(deviceFingerprint),
        deviceName,
        deviceOs,
        appVersion,
        channel: z._default(z.optional(Channel), 'stable'),
        nonce,
      }),
      response: { 200: CheckedIn, ...refused },
    },
  },
  transfer: {
    method: 'POST',
    url: '/api/device/transfer',
    config: { access: 'device' },
    schema: {
      summary: 'Move the license to this computer’s new hardware; counts as a move. Authorization: Device TOKEN',
      body: z.object({ deviceFingerprint, deviceName, deviceOs, appVersion, kids: TrustedKids, nonce }),
      response: { 200: Activation, ...refused },
    },
  },
  deactivate: {
    method: 'POST',
    url: '/api/device/deactivate',
    config: { access: 'device' },
    schema: {
      summary: 'Release the license; repeating it succeeds again',
      body: z.union([withToken, withKey], 'Send deviceToken, or licenseKey and deviceFingerprint'),
      response: { 200: Done, ...refused },
    },
  },
} as const satisfies Record<string, Endpoint>

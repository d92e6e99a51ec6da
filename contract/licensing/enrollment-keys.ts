import * as z from 'zod/mini'
import { Done, hasChange, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { pageQuery } from '#contract/lists.ts'
import { copiedLine, Instant, line, RequestedInstant } from '#contract/text.ts'
import {
  Activation,
  ActivationReason,
  DeviceRefusal,
  Nonce,
  TrustedKids,
  appVersion,
  deviceFingerprint,
  deviceName,
  deviceOs,
  normalizeLicenseKey,
} from './devices.ts'

export const EnrollmentKey = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  organizationName: z.string(),
  label: z.string(),
  /** The last five characters. */
  hint: z.string(),
  expiresAt: z.nullable(Instant),
  maxUses: z.nullable(z.int32()),
  uses: z.int32(),
  /** Creates a license in a free seat if none is unassigned. */
  createsLicenses: z.boolean(),
  isPaused: z.boolean(),
  isExpired: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type EnrollmentKey = z.infer<typeof EnrollmentKey>

/** The state of a key. The first that applies. */
export const enrollmentKeyState = ({
  isExpired,
  isPaused,
  uses,
  maxUses,
}: Pick<EnrollmentKey, 'isExpired' | 'isPaused' | 'uses' | 'maxUses'>) => {
  if (isExpired) return 'expired'
  if (isPaused) return 'paused'
  return maxUses !== null && uses >= maxUses ? 'used up' : 'active'
}

/** The key itself, returned once. */
export const NewEnrollmentKey = z.extend(EnrollmentKey, { enrollmentKey: z.string() })

/** 'ENR-' and 25 characters: the prefix distinguishes it from a license key. */
export const ENROLLMENT_PREFIX = 'ENR-'

/** Like `normalizeLicenseKey`. The prefix may be missing. */
export const normalizeEnrollmentKey = (key: string) => normalizeLicenseKey(key).replace(/^ENR(?=.{25}$)/, '')

/** Installer property for the key: `msiexec /i Setup.msi /qn ENROLLKEY=ENR-…` */
export const ENROLLMENT_PROPERTY = 'ENROLLKEY'

/** Per organization. */
export const MAX_KEYS = 100
export const TOO_MANY_KEYS = `An organization can have ${MAX_KEYS} enrollment keys. Delete one that is no longer needed.`

const MAX_USES = 100_000
const USES_RULE = `Uses must be a whole number from 1 to ${MAX_USES.toLocaleString('en-US')}`
export const EXPIRY_PAST = 'The expiry must be in the future'

const label = line({ max: 120, message: 'Name is required' })
const expiresAt = z.nullable(RequestedInstant)
/** Null means unlimited. */
export const MaxUses = z.nullable(
  z.number(USES_RULE).check(z.int(USES_RULE), z.minimum(1, USES_RULE), z.maximum(MAX_USES, USES_RULE)),
)

const createsLicenses = z.boolean('createsLicenses must be true or false')

/** `organizationId` is for admins. */
export const EnrollmentKeyDraft = z.object({
  label,
  expiresAt: z._default(z.optional(expiresAt), null),
  maxUses: z._default(z.optional(MaxUses), null),
  createsLicenses: z._default(z.optional(createsLicenses), true),
  organizationId: z.catch(z.optional(z.uuid()), undefined),
})
export type EnrollmentKeyDraft = z.infer<typeof EnrollmentKeyDraft>

export const EnrollmentKeyChanges = z
  .partial(
    z.object({
      label,
      expiresAt,
      maxUses: MaxUses,
      createsLicenses,
      isPaused: z.boolean('isPaused must be true or false'),
    }),
  )
  .check(hasChange())
export type EnrollmentKeyChanges = z.infer<typeof EnrollmentKeyChanges>

const url = '/api/enrollment-keys'

export const enrollmentKeys = {
  list: {
    method: 'GET',
    url,
    config: { access: 'org-admin licenses:read' },
    schema: {
      summary: 'List the organization’s enrollment keys, newest first; admins see all',
      querystring: pageQuery,
      response: { 200: z.array(EnrollmentKey), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'org-admin', isShownOnce: true, stepUp: true, consequence: 'device', refuses: [404] },
    schema: {
      summary: 'Create a key with which devices claim licenses automatically; it is returned only once',
      body: EnrollmentKeyDraft,
      response: { 201: NewEnrollmentKey, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: `${url}/:id`,
    config: { access: 'org-admin', stepUp: true, consequence: 'device' },
    schema: {
      summary: 'Rename, pause or resume a key, or change its expiry, its uses or whether it creates licenses',
      params: IdParams,
      body: EnrollmentKeyChanges,
      response: { 200: EnrollmentKey, ...refusals },
    },
  },
  remove: {
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access: 'org-admin licenses:write', withoutStepUp: 'Only takes access away', consequence: 'device' },
    schema: {
      summary: 'Delete a key. Enrolled devices keep their licenses',
      params: IdParams,
      response: { 200: Done, ...refusals },
    },
  },
  enroll: {
    method: 'POST',
    url: '/api/device/enroll',
    config: { access: 'device' },
    schema: {
      summary:
        'Take the next free license of the key’s organization, or create one within its quota; repeating it by the same device succeeds again',
      body: z.object({
        enrollmentKey: copiedLine({ max: 64, message: 'Enrollment key is required' }),
        deviceFingerprint,
        deviceName,
        deviceOs,
        appVersion,
        reason: ActivationReason,
        kids: TrustedKids,
        nonce: Nonce,
      }),
      response: { 200: Activation, '4xx': DeviceRefusal },
    },
  },
} as const satisfies Record<string, Endpoint>

import type * as z from 'zod/mini'
import type { Decision } from '#contract/licensing/devices.ts'
import { enrollmentKeyState, type enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import {
  activate,
  activated,
  claimOf,
  refuseUnreadable,
  type Activation,
} from '#server/licensing/devices/activation/activation.ts'
import { answerLoss } from '#server/licensing/devices/activation/lost-token.ts'
import { decide, verdict, type Question } from '#server/licensing/devices/decision/decision.ts'
import type { DeviceContext } from '#server/licensing/devices/device-context.ts'
import { bindLocked } from '#server/licensing/licenses/binding/binding.ts'
import {
  allowEnrollment,
  findEnrollmentBlock,
  mayReturn,
} from '#server/licensing/licenses/binding/lost-device-queries.ts'
import { awaitFreeLicense, lockFreeLicense } from '#server/licensing/licenses/binding/queries.ts'
import { createForDevice } from '#server/licensing/licenses/creation.ts'
import { MovesUsedUp } from '#server/licensing/licenses/moves.ts'
import { findByDevice } from '#server/licensing/licenses/queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import { hashEnrollmentKey } from './actions.ts'
import { findKey, spendUse } from './queries.ts'

type Body = z.output<typeof enrollmentKeys.enroll.schema.body>
type Key = NonNullable<Awaited<ReturnType<typeof findKey>>>

/** A retry, in case the same device was being enrolled by a parallel request. */
const ATTEMPTS = 2

/**
 * Assigns and activates a license of the key's organization. A device that already has one gets it again, even if the key is paused,
 * expired or used up since.
 */
export async function enroll(
  context: DeviceContext,
  actor: Actor,
  body: Body,
  attempts = ATTEMPTS,
): Promise<Activation> {
  const { deviceFingerprint: fingerprint, nonce } = body
  const key = await findKey(context.db, hashEnrollmentKey(body.enrollmentKey))
  if (!key) return { decision: unknownEnrollmentKey(nonce) }
  const unreadable = await refuseUnreadable(context, body, key.now)
  if (unreadable) return { decision: unreadable }
  const own = await findByDevice(context.db, key.organizationId, normalizeFingerprint(fingerprint))
  const isAgain = own !== undefined && own.status !== 'assigned'
  const refused = isAgain ? undefined : refuseKey(key, { fingerprint, nonce })
  if (refused) return { decision: refused }
  const lost = own ? undefined : await answerLost(context, key, body)
  if (lost) return lost

  const enrolledWith = isAgain ? undefined : key.label
  if (own) return activate(context, actor, { ...body, licenseKey: own.licenseKey, enrolledWith })
  const claimed = await claimFree(context, actor, key, body)
  if (claimed === 'taken') return enroll(context, actor, body, attempts)
  if (claimed && claimed !== 'none') return activated(context, claimed.keyHash, body, claimed)
  return attempts > 1 ? enroll(context, actor, body, attempts - 1) : { decision: noSeat(key, nonce) }
}

/** A device that lost a license of this organization needs a person's approval for another one; after a revocation, an administrator's. */
async function answerLost(
  context: DeviceContext,
  { organizationId }: Key,
  body: Body,
): Promise<Activation | undefined> {
  const { deviceFingerprint: fingerprint, nonce, reason } = body
  const found = await findEnrollmentBlock(context.db, organizationId, normalizeFingerprint(fingerprint))
  if (!found || mayReturn(found.loss, askingAs(reason))) return undefined
  return answerLoss(context, found, { fingerprint, nonce })
}

class KeyClosed extends Error {}

/** First without waiting for other devices. The second transaction locks nothing that others wait for. */
async function claimFree(context: DeviceContext, actor: Actor, key: Key, body: Body) {
  const claimed = await claim(context, actor, key, body, freeLicense)
  return claimed === 'none' ? claim(context, actor, key, body, awaitedOrNewLicense) : claimed
}

/** Binds the license and counts the use, both or neither. Returns nothing if it may not be bound. */
const claim = (
  context: DeviceContext,
  actor: Actor,
  key: Key,
  { enrollmentKey: _secret, ...body }: Body,
  find: Finding,
) =>
  context.db
    .transaction(async (tx) => {
      const license = await find(tx, key, body, actor)
      if (typeof license === 'string') return license
      const claim = claimOf(context, { ...license, now: key.now }, { ...body, enrolledWith: key.label })
      const bound = await bindLocked(tx, actor, license, claim)
      if (!bound || 'lost' in bound) return undefined
      await allowEnrollment(tx, key.organizationId, normalizeFingerprint(body.deviceFingerprint))
      // Last, because all enrolling devices wait for this row.
      if (!(await spendUse(tx, key.id))) throw new KeyClosed()
      return { ...bound, keyHash: license.keyHash }
    })
    .catch((error: unknown) => {
      const isTooLate = error instanceof KeyClosed || error instanceof MovesUsedUp
      if (isTooLate || violates(error, 'licenses_one_per_device')) return undefined
      throw error
    })

type FreeLicense = NonNullable<Awaited<ReturnType<typeof lockFreeLicense>>>
type Finding = (tx: Database, key: Key, body: DeviceDetails, actor: Actor) => Promise<FreeLicense | 'none' | 'taken'>

const freeLicense: Finding = async (tx, { organizationId }, { deviceFingerprint, reason }) =>
  (await lockFreeLicense(tx, organizationId, normalizeFingerprint(deviceFingerprint), askingAs(reason))) ?? 'none'

/** A license that another device released after all, or a new one in a free seat. */
const awaitedOrNewLicense: Finding = async (tx, key, { deviceFingerprint, deviceName, reason }, actor) => {
  const { organizationId, createsLicenses, label } = key
  const free = await awaitFreeLicense(tx, organizationId, normalizeFingerprint(deviceFingerprint), askingAs(reason))
  if (free || !createsLicenses) return free ?? 'none'
  return (await createForDevice(tx, actor, { organizationId, deviceName, enrollmentKey: label })) ?? 'none'
}

const askingAs = (reason: Body['reason']) => ({ isTyped: reason === 'typed' })

type DeviceDetails = Pick<Body, 'deviceFingerprint' | 'deviceName' | 'reason'>

function refuseKey(key: Key, question: Question): Decision | undefined {
  const state = enrollmentKeyState(key)
  if (state !== 'active') return enrollmentClosed(key, state, question.nonce)
  const decision = decide(someFreeLicense(key), question)
  return decision.code === 'NOT_ACTIVATED' ? undefined : { ...decision, license: null }
}

function enrollmentClosed(key: Key, state: keyof typeof closed, nonce: string | undefined): Decision {
  const decision = verdict('ENROLLMENT_CLOSED', closed[state](key), key.now, nonce)
  const since = state === 'expired' ? key.expiresAt : null
  return { ...decision, reason: closedReasons[state], since }
}

const closedReasons = { expired: 'KEY_EXPIRED', paused: 'KEY_PAUSED', 'used up': 'KEY_USED_UP' } as const

const closed = {
  expired: ({ label }: Key) =>
    `The enrollment key “${label}” has expired. Ask your administrator for another one, or to extend it.`,
  paused: ({ label }: Key) => `The enrollment key “${label}” is paused. Ask your administrator to resume it.`,
  'used up': ({ label, maxUses }: Key) =>
    `The enrollment key “${label}” has been used ${maxUses === 1 ? 'once' : `${maxUses} times`}, the most it allows. Ask your administrator for another one, or to allow more uses.`,
}

/** Facts about the organization apply to any of its licenses. */
const someFreeLicense = (key: Key) => ({
  ...key,
  status: 'unassigned' as const,
  deviceFingerprint: null,
  fingerprintKey: null,
  deviceName: null,
  deviceOs: null,
  keyHash: Buffer.alloc(0),
  billingStatus: 'unpaid' as const,
  lastCheckIn: null,
  subscriptionEndsAt: null,
  features: null,
})

const unknownEnrollmentKey = (nonce: string | undefined) =>
  verdict(
    'NOT_FOUND',
    'This enrollment key doesn’t exist. Ask your administrator for the right one.',
    new Date(),
    nonce,
  )

/** No free seat, or no free license for keys that cannot create. */
function noSeat({ organizationName, createsLicenses, now }: Key, nonce: string | undefined): Decision {
  const detail = createsLicenses
    ? `${organizationName} has no seats left for this device. Ask your administrator to release a license on the Licenses page, or to add seats to the plan.`
    : `${organizationName} has no free license for this device. Ask your administrator to create or release one on the Licenses page.`
  const reason = createsLicenses ? 'QUOTA_FULL' : 'NO_FREE_LICENSE'
  return { ...verdict('NO_SEAT_AVAILABLE', detail, now, nonce), reason }
}

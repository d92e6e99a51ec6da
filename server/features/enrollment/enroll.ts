import type * as z from 'zod/mini'
import { isPlaceholderFingerprint, normalizeFingerprint, type Decision } from '#contract/devices.ts'
import { enrollmentKeyState, type enrollmentKeys } from '#contract/enrollment-keys.ts'
import { violates } from '#server/database/violations.ts'
import { activate, activated, claimOf, type Activated } from '#server/features/devices/actions.ts'
import { decide, placeholder, verdict } from '#server/features/devices/decision.ts'
import type { Desk } from '#server/features/devices/desk.ts'
import { heldBy } from '#server/features/licenses/actions.ts'
import { bindHeld } from '#server/features/licenses/binding.ts'
import { holdFreeLicense } from '#server/features/licenses/free-license.ts'
import type { Actor } from '#server/platform/actor.ts'
import { findKey, spendUse } from './enroll-queries.ts'
import { hashEnrollmentKey } from './enrollment-key.ts'

type Body = z.output<typeof enrollmentKeys.enroll.schema.body>
type Key = NonNullable<Awaited<ReturnType<typeof findKey>>>

/** A first answer may be that of a moment at which the same device, asking twice, was just being served: it is given a second look. */
const ATTEMPTS = 2

/**
 * Gives the device a license of the key's organization, and activates it there as if it had come with that license's key. The one
 * that it has already is given to it again whatever has become of the enrollment key meanwhile, short of its being deleted.
 */
export async function enroll(desk: Desk, actor: Actor, body: Body, attempts = ATTEMPTS): Promise<Activated> {
  const { deviceFingerprint: fingerprint, nonce } = body
  const key = await findKey(desk.db, hashEnrollmentKey(body.enrollmentKey))
  if (!key) return { decision: unknownEnrollmentKey(nonce) }
  const held = await heldBy(desk.db, key.organizationId, normalizeFingerprint(fingerprint))
  const isAgain = held !== undefined && held.status !== 'assigned'
  const refused = isAgain ? undefined : refusalOf(key, { fingerprint, nonce })
  if (refused) return { decision: refused }

  const enrolledWith = isAgain ? undefined : key.label
  if (held) return activate(desk, actor, { ...body, licenseKey: held.licenseKey, enrolledWith })
  const claimed = await claimFree(desk, actor, key, body)
  if (claimed) return activated(desk, claimed.keyHash, body, claimed)
  return attempts > 1 ? enroll(desk, actor, body, attempts - 1) : { decision: noSeat(key, nonce) }
}

/** Undoes what the transaction has written: the key was closed, or used up, while its device was being served. */
class KeyClosed extends Error {}

/** Binds a free license to the device and counts the use, both or neither. Answers nothing when there was none to be had. */
const claimFree = (desk: Desk, actor: Actor, key: Key, { enrollmentKey: _secret, ...body }: Body) =>
  desk.db
    .transaction(async (tx) => {
      const license = await holdFreeLicense(tx, key.organizationId, normalizeFingerprint(body.deviceFingerprint))
      if (!license) return undefined
      const claim = claimOf(desk, { ...license, now: key.now }, { ...body, enrolledWith: key.label })
      const bound = await bindHeld(tx, actor, license, claim)
      // Last, because all devices of a roll-out wait here for each other.
      if (bound && !(await spendUse(tx, key.id))) throw new KeyClosed()
      return bound && { ...bound, keyHash: license.keyHash }
    })
    .catch((error: unknown) => {
      if (error instanceof KeyClosed || violates(error, 'licenses_one_per_device')) return undefined
      throw error
    })

type Question = { fingerprint: string; nonce: string | undefined }

/** What stands in the way, before it is looked whether a license is free. */
function refusalOf(key: Key, { fingerprint, nonce }: Question): Decision | undefined {
  const state = enrollmentKeyState(key)
  if (state !== 'active') return verdict('ENROLLMENT_CLOSED', closed[state](key), key.now, nonce)
  if (isPlaceholderFingerprint(fingerprint)) return placeholder(key.now, nonce)
  const decision = decide(someFreeLicense(key), { fingerprint, nonce })
  return decision.code === 'NOT_ACTIVATED' ? undefined : { ...decision, license: null }
}

const closed = {
  expired: ({ label }: Key) =>
    `The enrollment key “${label}” has expired. Ask your administrator for another one, or to extend it.`,
  paused: ({ label }: Key) => `The enrollment key “${label}” is paused. Ask your administrator to resume it.`,
  'used up': ({ label, maxUses }: Key) =>
    `The enrollment key “${label}” has been used ${maxUses === 1 ? 'once' : `${maxUses} times`}, as often as it may. Ask your administrator for another one, or to allow more uses.`,
}

/** What is decided about the organization, is decided about any license of it. */
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
})

const unknownEnrollmentKey = (nonce: string | undefined) =>
  verdict(
    'NOT_FOUND',
    'There is no enrollment key like this. Ask your administrator for the one to use.',
    new Date(),
    nonce,
  )

const noSeat = ({ organizationName, now }: Key, nonce: string | undefined) =>
  verdict(
    'NO_SEAT_AVAILABLE',
    `${organizationName} has no free license for this device. Ask your administrator to free one on the Licenses page, or to add licenses.`,
    now,
    nonce,
  )

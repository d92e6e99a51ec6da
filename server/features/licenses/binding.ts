import { normalizeFingerprint } from '#contract/devices.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import type { Actor } from '#server/platform/actor.ts'
import { sha256 } from '#server/platform/tokens.ts'
import { auditLicense } from './history.ts'
import { MovesUsedUp, countMove, freeHeld } from './moves.ts'
import { claimLicense, findByDevice, lockLicense, updateLicense, type LicenseRow } from './queries.ts'

// What devices do to licenses. The portal's people do theirs in actions.ts.

type Held = { id: string; organizationId: string }
type Device = { deviceFingerprint: string; deviceName: string; deviceOs: string }

type Claim = Held &
  Device & {
    /** The database's time. */
    now: string
    /** The token of the binding that began then. */
    tokenFor: (activatedAt: string) => string
    /** The name of the enrollment key that the device came with. */
    enrolledWith?: string | undefined
  }

/**
 * What became of a claim: a token, the label of the license the device has already, why the license may not move to another device
 * now, or nothing when it is not free.
 */
export type Claimed = { deviceToken: string } | { alreadyHolds: string } | { mayNotMove: string } | undefined

/** Binds a license to a device, unless it may not be bound to it. */
export const bindDevice = (db: Database, actor: Actor, claim: Claim): Promise<Claimed> =>
  db
    .transaction(async (tx) => {
      const before = await lockLicense(tx, claim, claim.id)
      return before && bindHeld(tx, actor, before, claim)
    })
    .catch(async (error: unknown) => {
      if (error instanceof MovesUsedUp) return { mayNotMove: error.message }
      if (!violates(error, 'licenses_one_per_device')) throw error
      const holding = await findByDevice(db, claim.organizationId, normalizeFingerprint(claim.deviceFingerprint))
      return holding && { alreadyHolds: holding.label }
    })

/**
 * Binds a license that this transaction holds, and makes it active; answers nothing when it is not free. The device that has it
 * already gets its token again and nothing is written. Throws `MovesUsedUp`, and that the device has another license.
 */
export async function bindHeld(tx: Database, actor: Actor, before: LicenseRow, claim: Claim) {
  const { deviceToken, ...binding } = bindingOf(before, claim)
  if (isBound(before, binding)) return { deviceToken }
  const after = await claimLicense(tx, before, binding)
  if (!after) return undefined
  await countMove(tx, before, binding.fingerprintKey)
  const { enrolledWith: enrollmentKey } = claim
  await auditLicense(tx, actor, verbOf(before, claim), { license: before, before, after, enrollmentKey })
  return { deviceToken }
}

function verbOf({ status }: LicenseRow, { enrolledWith }: Claim) {
  if (status === 'active') return 'device_changed'
  return enrolledWith === undefined ? 'activated' : 'enrolled'
}

function bindingOf(before: LicenseRow, { deviceFingerprint, deviceName, deviceOs, now, tokenFor }: Claim) {
  const activatedAt = (before.status === 'active' && before.activatedAt) || now
  const deviceToken = tokenFor(activatedAt)
  const fingerprintKey = normalizeFingerprint(deviceFingerprint)
  const deviceTokenHash = sha256(deviceToken)
  return { deviceToken, deviceFingerprint, fingerprintKey, deviceName, deviceOs, activatedAt, deviceTokenHash }
}

type Binding = Omit<ReturnType<typeof bindingOf>, 'deviceToken'>

const isBound = (license: LicenseRow, binding: Binding) =>
  license.status === 'active' &&
  license.fingerprintKey === binding.fingerprintKey &&
  license.deviceTokenHash?.equals(binding.deviceTokenHash) &&
  hasNames(license, binding)

type Names = { deviceName: string | null; deviceOs: string | null }

export const hasNames = (license: Names, { deviceName, deviceOs }: Names) =>
  license.deviceName === deviceName && license.deviceOs === deviceOs

/** A computer was renamed, or its Windows upgraded. */
export const renameDevice = (
  db: Database,
  actor: Actor,
  held: Held,
  { deviceName, deviceOs }: Omit<Device, 'deviceFingerprint'>,
) =>
  db.transaction(async (tx) => {
    const before = await lockLicense(tx, held, held.id)
    if (before?.status !== 'active' || hasNames(before, { deviceName, deviceOs })) return
    const after = await updateLicense(tx, before, { deviceName, deviceOs })
    await auditLicense(tx, actor, 'device_changed', { license: before, before, after })
  })

/** Takes a license back from the device that has it, and frees it for another one. */
export const releaseDevice = (
  db: Database,
  actor: Actor,
  { fingerprintKey, ...held }: Held & { fingerprintKey: string | null },
) =>
  db.transaction(async (tx) => {
    const before = await lockLicense(tx, held, held.id)
    const isHeld = before?.status === 'active' || before?.status === 'assigned'
    if (!isHeld || before.fingerprintKey !== fingerprintKey) return
    await freeHeld(tx, actor, before, 'deactivated')
  })

import { normalizeFingerprint } from '#contract/licensing/fingerprints.ts'
import type { Database } from '#server/database/database.ts'
import { violates } from '#server/database/violations.ts'
import { auditLicense } from '#server/licensing/licenses/history/audit-license.ts'
import { MovesUsedUp, countMove, deactivateLocked } from '#server/licensing/licenses/moves.ts'
import {
  claimLicense,
  findByDevice,
  forgetCallers,
  lockLicense,
  updateLicense,
  type LicenseRow,
} from '#server/licensing/licenses/queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { findLoss, forgetLoss, isOwnAct, mayReturn, recordLoss, type LostDevice } from './lost-device-queries.ts'
import { voidFiles } from './queries.ts'

// Writes made by devices. Those of users are in actions.ts.

type BoundLicense = { id: string; organizationId: string }
type Device = { deviceFingerprint: string; deviceName: string; deviceOs: string }

type Claim = BoundLicense &
  Device & {
    now: string
    /** Returns the token of the binding that started then. */
    tokenFor: (activatedAt: string) => string
    /** 'typed' by a user or 'stored'; older applications send nothing. */
    reason?: 'typed' | 'stored' | undefined
    enrolledWith?: string | undefined
  }

/**
 * Result of a claim: a token, the label of the device's other license, too many transfers, how the device lost it, or nothing if it is in
 * use.
 */
export type ClaimResult =
  | { deviceToken: string }
  | { alreadyHolds: string }
  | { mayNotMove: MovesUsedUp }
  | { lost: LostDevice }
  | undefined

export const bindDevice = (db: Database, actor: Actor, claim: Claim): Promise<ClaimResult> =>
  db
    .transaction(async (tx) => {
      const before = await lockLicense(tx, claim, claim.id)
      return before && bindLocked(tx, actor, before, claim)
    })
    .catch(explainRefusal(db, claim))

const explainRefusal = (db: Database, { organizationId, deviceFingerprint }: Claim) =>
  async function explain(error: unknown): Promise<ClaimResult> {
    if (error instanceof MovesUsedUp) return { mayNotMove: error }
    if (!violates(error, 'licenses_one_per_device')) throw error
    const holding = await findByDevice(db, organizationId, normalizeFingerprint(deviceFingerprint))
    return holding && { alreadyHolds: holding.label }
  }

/** Binds a license to the new hardware of the device with its token. Returns nothing if the token is no longer valid. */
export const transferDevice = (
  db: Database,
  actor: Actor,
  { tokenHash, ...claim }: Claim & { tokenHash: Buffer },
): Promise<ClaimResult> =>
  db
    .transaction(async (tx) => {
      const before = await lockLicense(tx, claim, claim.id)
      if (before?.status !== 'active' || !before.deviceTokenHash?.equals(tokenHash)) return undefined
      return transferLocked(tx, actor, before, claim)
    })
    .catch(explainRefusal(db, claim))

async function transferLocked(tx: Database, actor: Actor, before: LicenseRow, claim: Claim) {
  const { deviceToken, ...binding } = bindingOf({ ...before, activatedAt: null }, claim)
  const { fingerprintKey, activatedAt } = binding
  const loss = await findLoss(tx, before, fingerprintKey)
  if (loss && !mayReturn(loss, { isTyped: true })) return { lost: loss }
  // A repeated transfer finds the new binding by the end of the old one.
  await recordLoss(tx, before, { reason: 'MOVED', byDevice: true, at: activatedAt })
  await voidFiles(tx, before)
  const after = await updateLicense(tx, before, { ...binding, lastFingerprintKey: fingerprintKey, offlineUntil: null })
  await countMove(tx, before, { fingerprintKey, mustCount: true })
  await forgetLoss(tx, before, fingerprintKey)
  await forgetCallers(tx, before)
  await auditLicense(tx, actor, 'license.transferred', { license: before, before, after })
  return { deviceToken }
}

/**
 * Binds and activates a locked license. Returns nothing if it is in use. The device that already has it gets the same token without a
 * write. Throws `MovesUsedUp`, or that the device has another license.
 */
export async function bindLocked(tx: Database, actor: Actor, before: LicenseRow, claim: Claim) {
  const { deviceToken, ...binding } = bindingOf(before, claim)
  if (isBound(before, binding)) return { deviceToken }
  const { fingerprintKey } = binding
  const loss = await findLoss(tx, before, fingerprintKey)
  if (loss && !mayReturn(loss, { isTyped: claim.reason === 'typed' })) return { lost: loss }
  const after = await claimLicense(tx, before, binding)
  if (!after) return undefined
  const isReturn = loss !== undefined && !isOwnAct(loss)
  await countMove(tx, before, { fingerprintKey, mustCount: isReturn })
  if (loss) await forgetLoss(tx, before, fingerprintKey)
  const { enrolledWith: enrollmentKey, reason: activation } = claim
  const afterLoss = isReturn ? loss.reason : undefined
  const circumstances = { enrollmentKey, activation, afterLoss }
  await auditLicense(tx, actor, actionOf(before, claim), { license: before, before, after, ...circumstances })
  return { deviceToken }
}

function actionOf({ status }: LicenseRow, { enrolledWith }: Claim) {
  if (status === 'active') return 'license.device-changed'
  return enrolledWith === undefined ? 'license.activated' : 'license.enrolled'
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

/** The computer was renamed or its Windows updated. */
export const renameDevice = (
  db: Database,
  actor: Actor,
  bound: BoundLicense,
  { deviceName, deviceOs }: Omit<Device, 'deviceFingerprint'>,
) =>
  db.transaction(async (tx) => {
    const before = await lockLicense(tx, bound, bound.id)
    if (before?.status !== 'active' || hasNames(before, { deviceName, deviceOs })) return
    const after = await updateLicense(tx, before, { deviceName, deviceOs })
    await auditLicense(tx, actor, 'license.device-changed', { license: before, before, after })
  })

export const releaseDevice = (
  db: Database,
  actor: Actor,
  { fingerprintKey, ...bound }: BoundLicense & { fingerprintKey: string | null },
) =>
  db.transaction(async (tx) => {
    const before = await lockLicense(tx, bound, bound.id)
    const isStillBound = before?.status === 'active' || before?.status === 'assigned'
    if (!isStillBound || before.fingerprintKey !== fingerprintKey) return
    await deactivateLocked(tx, actor, before)
  })

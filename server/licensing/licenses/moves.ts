import { canMove } from '#contract/licensing/licenses.ts'
import { movesUsedUp, type Moves } from '#contract/licensing/moves.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { requireVersion } from '#server/platform/http/answers/tags.ts'
import { HttpError, conflict, notFound } from '#server/platform/http/errors.ts'
import { lockLicenseForChange, type VersionedTarget } from './actions.ts'
import { recordLoss } from './binding/lost-device-queries.ts'
import { voidFiles } from './binding/queries.ts'
import { auditLicense } from './history/audit-license.ts'
import { insertMove, readMoves, setMovesReset } from './move-queries.ts'
import { NO_DEVICE, deleteCheckIn, findShown, lockLicense, updateLicense, type LicenseRow } from './queries.ts'

/** Rolls back: the license has moved too often. */
export class MovesUsedUp extends HttpError {
  readonly moves: Moves

  constructor(moves: Moves, nextAt: string) {
    super(409, movesUsedUp(nextAt))
    this.moves = moves
  }
}

const isMove = ({ lastFingerprintKey }: LicenseRow, fingerprintKey: string) =>
  lastFingerprintKey !== null && lastFingerprintKey !== fingerprintKey

type NextDevice = {
  fingerprintKey: string
  /** It was released from this device before, so its return counts, even if no other device had it. */
  mustCount?: boolean
}

/**
 * Counts a transfer if another device used the license last. The caller has locked the license and binds it in the same transaction. Throws
 * `MovesUsedUp`.
 */
export async function countMove(tx: Database, license: LicenseRow, { fingerprintKey, mustCount = false }: NextDevice) {
  if (!mustCount && !isMove(license, fingerprintKey)) return
  await requireMove(tx, license)
  await insertMove(tx, license)
}

async function requireMove(tx: Database, license: LicenseRow) {
  const moves = await readMoves(tx, license)
  if (moves.left === 0 && moves.nextAt) throw new MovesUsedUp(moves, moves.nextAt)
}

/** Releases a license so that another device can use it. */
export const moveLicense = (db: Database, actor: Actor, { versions, ...target }: VersionedTarget) =>
  db.transaction(async (tx) => {
    const license = await lockLicenseForChange(tx, target)
    requireVersion(versions, license, 'license')
    await moveLocked(tx, actor, license, 'MOVED')
    return findShown(tx, license)
  })

/** Releases a locked license. Refuses before writing, also if the next device could not activate it. */
export async function moveLocked(tx: Database, actor: Actor, license: LicenseRow, reason: 'MOVED' | 'RELEASED') {
  if (!canMove(license)) throw conflict(`A license that is ${license.status} cannot be moved: no device runs on it.`)
  await requireMove(tx, license)
  await recordLoss(tx, license, { reason })
  await freeLocked(tx, actor, license, 'license.moved')
}

/** Releases a locked license for its own device. */
export async function deactivateLocked(tx: Database, actor: Actor, license: LicenseRow) {
  await recordLoss(tx, license, { reason: 'RELEASED', byDevice: true })
  await freeLocked(tx, actor, license, 'license.deactivated')
}

/** Invalidates the device's token and files. */
async function freeLocked(
  tx: Database,
  actor: Actor,
  license: LicenseRow,
  action: 'license.moved' | 'license.deactivated',
) {
  await voidFiles(tx, license)
  await deleteCheckIn(tx, license)
  const after = await updateLicense(tx, license, { status: 'unassigned', ...NO_DEVICE })
  await auditLicense(tx, actor, action, { license, before: license, after })
}

export const resetMoves = (db: Database, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const license = await lockLicense(tx, 'all', id)
    if (!license) throw notFound('License')
    const before = await readMoves(tx, license)
    await setMovesReset(tx, license)
    await audit(tx, actor, {
      action: 'license.moves-reset',
      organizationId: license.organizationId,
      subject: { kind: 'license', id },
      changes: { movesUsed: [before.used, 0] },
    })
    return readMoves(tx, license)
  })

import { canMove } from '#contract/licensing/licenses.ts'
import { movesUsedUp, type Moves } from '#contract/licensing/moves.ts'
import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { HttpError, conflict, notFound } from '#server/platform/http/errors.ts'
import { lockLicenseForChange, type Target } from './actions.ts'
import { recordLoss } from './binding/lost-device-queries.ts'
import { voidFiles } from './binding/queries.ts'
import { auditLicense } from './history/history.ts'
import { forgiveMoves, insertMove, readMoves } from './move-queries.ts'
import { NO_DEVICE, deleteCheckIn, findShown, lockLicense, updateLicense, type LicenseRow } from './queries.ts'

/** Refuses, and undoes what the transaction has written: the license has moved as often as it may. */
export class MovesUsedUp extends HttpError {
  readonly moves: Moves

  constructor(moves: Moves, nextAt: string) {
    super(409, movesUsedUp(nextAt))
    this.moves = moves
  }
}

const isMove = ({ lastFingerprintKey }: LicenseRow, fingerprintKey: string) =>
  lastFingerprintKey !== null && lastFingerprintKey !== fingerprintKey

type Comer = {
  fingerprintKey: string
  /** It was taken from this very device before: its coming back is a move, even if no other one had it. */
  mustCount?: boolean
}

/**
 * Counts that the license comes to run on this device, if it ran on another one last. The caller holds `license` as it was before
 * and binds it in the same transaction. Throws `MovesUsedUp` when it may not.
 */
export async function countMove(tx: Database, license: LicenseRow, { fingerprintKey, mustCount = false }: Comer) {
  if (!mustCount && !isMove(license, fingerprintKey)) return
  await requireMove(tx, license)
  await insertMove(tx, license)
}

async function requireMove(tx: Database, license: LicenseRow) {
  const moves = await readMoves(tx, license)
  if (moves.left === 0 && moves.nextAt) throw new MovesUsedUp(moves, moves.nextAt)
}

/** Takes a license from its device, so that another one can have it. */
export const moveLicense = (db: Database, actor: Actor, target: Target) =>
  db.transaction(async (tx) => {
    const license = await lockLicenseForChange(tx, target)
    await moveLocked(tx, actor, license, 'MOVED')
    return findShown(tx, license)
  })

/** Frees a license that this transaction holds; refuses before anything is written, also what the next device could not activate. */
export async function moveLocked(tx: Database, actor: Actor, license: LicenseRow, reason: 'MOVED' | 'RELEASED') {
  if (!canMove(license)) throw conflict(`A license that is ${license.status} cannot be moved: no device runs on it.`)
  await requireMove(tx, license)
  await recordLoss(tx, license, { reason })
  await freeLocked(tx, actor, license, 'license.moved')
}

/** Gives back a license that this transaction holds, by its own device. */
export async function giveBackLocked(tx: Database, actor: Actor, license: LicenseRow) {
  await recordLoss(tx, license, { reason: 'RELEASED', byDevice: true })
  await freeLocked(tx, actor, license, 'license.deactivated')
}

/** Its device's token is dead and its files are void. */
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

/** Support lets a license move as if it never had. */
export const resetMoves = (db: Database, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const license = await lockLicense(tx, 'all', id)
    if (!license) throw notFound('License')
    const before = await readMoves(tx, license)
    await forgiveMoves(tx, license)
    await audit(tx, actor, {
      action: 'license.moves-reset',
      organizationId: license.organizationId,
      subject: { kind: 'license', id },
      changes: { movesUsed: [before.used, 0] },
    })
    return readMoves(tx, license)
  })

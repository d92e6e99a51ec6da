import { and, eq, gt, isNull, not, or, sql, type SQL } from 'drizzle-orm'
import { canMove } from '#contract/licensing/licenses.ts'
import { MOVES, movesUsedUp, type Moves } from '#contract/licensing/moves.ts'
import { toIso } from '#server/database/columns.ts'
import { only, type Database } from '#server/database/database.ts'
import { deviceMoves, licenses } from '#server/database/schema/licensing/licenses.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { HttpError, conflict, notFound } from '#server/platform/http/errors.ts'
import { lockLicenseForChange, type Target } from './actions.ts'
import { isKeptFrom, recordLoss, wasTakenFrom } from './binding/lost-devices.ts'
import { voidFiles } from './binding/revocations.ts'
import { auditLicense } from './history/history.ts'
import { NO_DEVICE, deleteCheckIn, findShown, lockLicense, updateLicense, type LicenseRow } from './queries.ts'

/** Refuses, and undoes what the transaction has written: the license has moved as often as it may. */
export class MovesUsedUp extends HttpError {
  readonly moves: Moves

  constructor(moves: Moves, nextAt: string) {
    super(409, movesUsedUp(nextAt))
    this.moves = moves
  }
}

const DAYS = sql.raw(`interval '${MOVES.days} days'`)

/** The moves of a license row that count. Younger than a reset, which the clock of the same lock has told apart. */
const counted = and(
  eq(deviceMoves.licenseId, licenses.id),
  gt(deviceMoves.movedAt, sql`greatest(${licenses.movesResetAt}, now() - ${DAYS})`),
)

type Named = Pick<LicenseRow, 'id' | 'organizationId'>

/** How often the license has moved, and how often it still may. Binding to decide by only while the license is held. */
export async function readMoves(db: Database, { id, organizationId }: Named): Promise<Moves> {
  const { used, nextAt } = await db
    .select({
      used: sql<number>`count(${deviceMoves.id})::int`,
      nextAt: sql<string | null>`min(${deviceMoves.movedAt}) + ${DAYS}`,
    })
    .from(licenses)
    .leftJoin(deviceMoves, counted)
    .where(and(eq(licenses.id, id), eq(licenses.organizationId, organizationId)))
    .then(only)
  const left = Math.max(MOVES.limit - used, 0)
  return { used, limit: MOVES.limit, left, nextAt: nextAt && toIso(nextAt) }
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
  const { id: licenseId, organizationId } = license
  await tx.insert(deviceMoves).values({ licenseId, organizationId, movedAt: sql`clock_timestamp()` })
}

async function requireMove(tx: Database, license: Named) {
  const moves = await readMoves(tx, license)
  if (moves.left === 0 && moves.nextAt) throw new MovesUsedUp(moves, moves.nextAt)
}

/** In terms of a license row: would its coming to this device be no move? */
export const isNoMove = (fingerprintKey: string): SQL | undefined =>
  or(
    isNull(licenses.lastFingerprintKey),
    and(eq(licenses.lastFingerprintKey, fingerprintKey), not(wasTakenFrom(fingerprintKey))),
  )

/** In terms of a license row: may it come to run on this device, as that asks for one? */
export const mayRunOn = (fingerprintKey: string, asking: { isTyped: boolean }): SQL | undefined =>
  and(
    not(isKeptFrom(fingerprintKey, asking)),
    or(
      isNoMove(fingerprintKey),
      sql`(select count(*) from ${deviceMoves} where ${counted}) < ${sql.raw(String(MOVES.limit))}`,
    ),
  )

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
    await updateLicense(tx, license, { movesResetAt: sql`clock_timestamp()` })
    await audit(tx, actor, {
      action: 'license.moves-reset',
      organizationId: license.organizationId,
      subject: { kind: 'license', id },
      changes: { movesUsed: [before.used, 0] },
    })
    return readMoves(tx, license)
  })

import { and, eq, gt, isNull, not, or, sql, type SQL } from 'drizzle-orm'
import { MOVES, type Moves } from '#contract/licensing/moves.ts'
import { toIso } from '#server/database/columns.ts'
import { only, type Database } from '#server/database/database.ts'
import { deviceMoves, licenses } from '#server/database/schema/licensing/licenses.ts'
import { isKeptFrom, wasTakenFrom } from './binding/lost-device-queries.ts'
import { updateLicense, type LicenseRow } from './queries.ts'

const DAYS = sql.raw(`interval '${MOVES.days} days'`)

/** Transfers that count: since the last reset, by the clock under the same lock. */
const counted = and(
  eq(deviceMoves.licenseId, licenses.id),
  gt(deviceMoves.movedAt, sql`greatest(${licenses.movesResetAt}, now() - ${DAYS})`),
)

type LicenseIds = Pick<LicenseRow, 'id' | 'organizationId'>

/** Returns used and remaining transfers. Reliable only under the license's lock. */
export async function readMoves(db: Database, { id, organizationId }: LicenseIds): Promise<Moves> {
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

export const insertMove = (tx: Database, { id: licenseId, organizationId }: LicenseIds) =>
  tx.insert(deviceMoves).values({ licenseId, organizationId, movedAt: sql`clock_timestamp()` })

/** Older transfers no longer count. */
export const setMovesReset = (tx: Database, license: LicenseRow) =>
  updateLicense(tx, license, { movesResetAt: sql`clock_timestamp()` })

/** SQL over a license row: its use on this device is no transfer. */
export const isNoMove = (fingerprintKey: string): SQL | undefined =>
  or(
    isNull(licenses.lastFingerprintKey),
    and(eq(licenses.lastFingerprintKey, fingerprintKey), not(wasTakenFrom(fingerprintKey))),
  )

/** SQL over a license row: this device may use it with this kind of request. */
export const mayRunOn = (fingerprintKey: string, asking: { isTyped: boolean }): SQL | undefined =>
  and(
    not(isKeptFrom(fingerprintKey, asking)),
    or(
      isNoMove(fingerprintKey),
      sql`(select count(*) from ${deviceMoves} where ${counted}) < ${sql.raw(String(MOVES.limit))}`,
    ),
  )

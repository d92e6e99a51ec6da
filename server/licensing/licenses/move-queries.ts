import { and, eq, gt, isNull, not, or, sql, type SQL } from 'drizzle-orm'
import { MOVES, type Moves } from '#contract/licensing/moves.ts'
import { toIso } from '#server/database/columns.ts'
import { only, type Database } from '#server/database/database.ts'
import { deviceMoves, licenses } from '#server/database/schema/licensing/licenses.ts'
import { isKeptFrom, wasTakenFrom } from './binding/lost-device-queries.ts'
import { updateLicense, type LicenseRow } from './queries.ts'

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

export const insertMove = (tx: Database, { id: licenseId, organizationId }: Named) =>
  tx.insert(deviceMoves).values({ licenseId, organizationId, movedAt: sql`clock_timestamp()` })

/** What is older counts no more. */
export const forgiveMoves = (tx: Database, license: LicenseRow) =>
  updateLicense(tx, license, { movesResetAt: sql`clock_timestamp()` })

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

import { and, eq, gt, not, sql, count } from 'drizzle-orm'
import { SILENT_DAYS, type SilentReport } from '#contract/licensing/licenses.ts'
import { only, type Database } from '#server/database/database.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { inScope } from '#server/licensing/licenses/queries.ts'
import type { Scope } from '#server/platform/http/access.ts'

/** When its device was last heard of, in terms of a license and its check-in. Activating counts. */
export const lastHeard = sql`greatest(${checkIns.lastCheckIn}, ${licenses.activatedAt})`

/** Has a device that does not check in because it cannot. */
const isOffline = sql`coalesce(${gt(licenses.offlineUntil, sql`now()`)}, false)`

export const isRunning = eq(licenses.status, 'active')

/** Runs on a device that has not been heard of for so many days, although it could. */
export const isSilent = (days: number) =>
  and(isRunning, not(isOffline), sql`${lastHeard} < now() - make_interval(days => ${days}::int)`)

const counts = SILENT_DAYS.map((days) => sql`count(*) filter (where ${isSilent(days)})`)

/** How many devices have fallen silent, and for how long. */
export async function reportSilence(db: Database, scope: Scope): Promise<SilentReport> {
  const { active, silent } = await db
    .select({ active: count(), silent: sql<number[]>`array[${sql.join(counts, sql`, `)}]::int[]` })
    .from(licenses)
    .leftJoin(checkIns, eq(checkIns.licenseId, licenses.id))
    .where(and(inScope(scope), isRunning))
    .then(only)
  return { active, silent: SILENT_DAYS.map((days, place) => ({ days, count: silent[place] ?? 0 })) }
}

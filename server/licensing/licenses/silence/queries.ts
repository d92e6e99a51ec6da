import { and, eq, gt, not, sql } from 'drizzle-orm'
import { SILENT_DAYS, type SilentDays, type SilentReport } from '#contract/licensing/usage.ts'
import { only, type Database } from '#server/database/database.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { ofLicense } from '#server/domain/licenses.ts'
import { inScope, type LicenseRow } from '#server/licensing/licenses/queries.ts'
import { countByStatus } from '#server/licensing/licenses/usage/count-queries.ts'
import type { Scope } from '#server/platform/http/access.ts'

/** SQL over a license and its check-in: when its device was last seen. Activation counts. */
export const lastHeard = sql`greatest(${checkIns.lastCheckIn}, ${licenses.activatedAt})`

/** Its device is offline with a valid file. */
const isOffline = sql`coalesce(${gt(licenses.offlineUntil, sql`now()`)}, false)`

export const isRunning = sql`${licenses.status} = 'active'`

/** Its device could check in, but has not for that many days. The first time is never later than the second and is indexed. */
export const isSilent = (days: number) => {
  const start = sql`now() - make_interval(days => ${days}::int)`
  return and(isRunning, sql`${licenses.heardAfter} < ${start}`, not(isOffline), sql`${lastHeard} < ${start}`)
}

export const isStillSilent = (tx: Database, { organizationId, id }: LicenseRow, days: SilentDays) =>
  tx
    .select({ id: licenses.id })
    .from(licenses)
    .leftJoin(checkIns, ofLicense)
    .where(and(eq(licenses.organizationId, organizationId), eq(licenses.id, id), isSilent(Number(days))))
    .then((found) => found.length > 0)

const counts = SILENT_DAYS.map((days) => sql`count(*) filter (where ${isSilent(days)})`)

/** Counts inactive devices by days. */
export async function reportSilence(db: Database, scope: Scope): Promise<SilentReport> {
  const [{ active }, { silent }] = await Promise.all([
    countByStatus(db, scope),
    db
      .select({ silent: sql<number[]>`array[${sql.join(counts, sql`, `)}]::int[]` })
      .from(licenses)
      .leftJoin(checkIns, ofLicense)
      .where(and(inScope(scope), isSilent(Math.min(...SILENT_DAYS))))
      .then(only),
  ])
  return { active, silent: SILENT_DAYS.map((days, place) => ({ days, count: silent[place] ?? 0 })) }
}

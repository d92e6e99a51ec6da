import { and, count, eq, sql } from 'drizzle-orm'
import { SILENT_DAYS, type SilentReport } from '#contract/licensing/licenses.ts'
import { only, type Database } from '#server/database/database.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { inScope } from '#server/licensing/licenses/queries.ts'
import type { Scope } from '#server/platform/http/access.ts'
import { isRunning, isSilent } from './silence.ts'

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

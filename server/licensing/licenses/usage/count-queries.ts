import { sql } from 'drizzle-orm'
import type { LicenseStatus } from '#contract/licensing/licenses.ts'
import type { Database } from '#server/database/database.ts'
import { licenseCounts } from '#server/database/schema/licensing/license-counts.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { askedIn } from '#server/licensing/licenses/queries.ts'
import type { Scope } from '#server/platform/http/access.ts'

const counts = prepared(['organizationId'], (db, form: 'all' | 'own', { organizationId }) =>
  db
    .select({ status: licenseCounts.status, total: sql<number>`sum(${licenseCounts.licenses})::int` })
    .from(licenseCounts)
    .where(form === 'own' ? sql`${licenseCounts.organizationId} = ${organizationId}` : undefined)
    .groupBy(licenseCounts.status),
)

const NONE = { active: 0, assigned: 0, unassigned: 0, revoked: 0, inactive: 0 }

/** Counts licenses without reading them. */
export async function countByStatus(db: Database, scope: Scope): Promise<Record<LicenseStatus, number>> {
  const { form, organizationId } = askedIn(scope)
  const found = await counts(db, form, { organizationId })
  return { ...NONE, ...Object.fromEntries(found.map(({ status, total }) => [status, total])) }
}

/** The job. Replaces the rows of each organization and status by their sum. Rows that others add during it are left to the next run. */
export async function addUpCounts(db: Database) {
  await db.execute(sql`
    with replaced as (
      delete from ${licenseCounts} where (organization_id, status) in (
        select organization_id, status from ${licenseCounts} group by 1, 2 having count(*) > 1)
      returning *
    )
    insert into ${licenseCounts} (organization_id, status, licenses)
    select organization_id, status, sum(licenses) from replaced group by 1, 2 having sum(licenses) <> 0`)
}

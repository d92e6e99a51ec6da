import { and, count, desc, eq, sql } from 'drizzle-orm'
import { LIST_LIMIT } from '#contract/lists.ts'
import type { Database } from '#server/database/database.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { checkIns, licenses } from '#server/database/schema/licensing/licenses.ts'
import { versions } from '#server/database/schema/releases.ts'

/** Devices say their version, not their architecture: versions of the same number share them. */
export function selectUsage(db: Database) {
  const downloads = db
    .select({ id: auditLog.subjectId, times: count().as('times') })
    .from(auditLog)
    .where(sql`split_part(${auditLog.action}, '.', 1) = 'download'`)
    .groupBy(auditLog.subjectId)
    .as('downloads')
  const running = db
    .select({ version: checkIns.appVersion, devices: count().as('devices') })
    .from(licenses)
    .innerJoin(checkIns, eq(checkIns.licenseId, licenses.id))
    .where(and(eq(licenses.status, 'active'), sql`${checkIns.appVersion} <> ''`))
    .groupBy(checkIns.appVersion)
    .as('running')
  return db
    .select({
      versionId: versions.id,
      downloads: sql<number>`coalesce(${downloads.times}, 0)::float8`,
      devices: sql<number>`coalesce(${running.devices}, 0)::float8`,
    })
    .from(versions)
    .leftJoin(downloads, eq(downloads.id, versions.id))
    .leftJoin(running, eq(running.version, versions.version))
    .orderBy(desc(versions.createdAt), desc(versions.id))
    .limit(LIST_LIMIT)
}

import { sql } from 'drizzle-orm'
import { FILE_DAYS } from '#contract/licensing/license-files.ts'
import type { Database } from '#server/database/database.ts'
import { fileRevocations } from '#server/database/schema/licensing/licenses.ts'
import type { LicenseRow } from '#server/licensing/licenses/queries.ts'

const onlineDays = sql.raw(String(FILE_DAYS.online + FILE_DAYS.grace))

/**
 * Declares the files void that a license's device may have. The caller holds the license as it was before, and takes it from the
 * device or locks it. The clock is read here and not when the transaction began: a file may have been issued meanwhile.
 */
export async function voidFiles(tx: Database, { id, organizationId, status, offlineUntil }: LicenseRow) {
  if (status !== 'active' && offlineUntil === null) return
  const end = sql`greatest(clock_timestamp() + interval '${onlineDays} days', ${offlineUntil}::timestamptz)`
  await tx
    .insert(fileRevocations)
    .values({ licenseId: id, organizationId, issuedBefore: sql`clock_timestamp()`, until: end })
    .onConflictDoUpdate({
      target: fileRevocations.licenseId,
      set: {
        issuedBefore: sql`excluded.issued_before`,
        until: sql`greatest(${fileRevocations.until}, excluded.until)`,
      },
    })
}

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { later } from '#server/database/later.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import type { LicenseRow } from '#server/licensing/licenses/queries.ts'

export const laterEnd = (until: string) => sql`greatest(${licenses.offlineUntil}, ${until}::timestamptz)`

/**
 * Remembers until when a device's own request for a file lets it run. False when the license has left that device meanwhile: then
 * there may be no file.
 */
export async function keepOffline(
  tx: Database,
  { id, organizationId, fingerprintKey }: Pick<LicenseRow, 'id' | 'organizationId' | 'fingerprintKey'>,
  until: string,
) {
  if (fingerprintKey === null) return false
  const { rowCount } = await tx
    .update(licenses)
    .set({ offlineUntil: laterEnd(until), updatedAt: later(licenses.updatedAt) })
    .where(
      and(
        eq(licenses.organizationId, organizationId),
        eq(licenses.id, id),
        eq(licenses.fingerprintKey, fingerprintKey),
        inArray(licenses.status, ['active', 'assigned']),
      ),
    )
  return rowCount === 1
}

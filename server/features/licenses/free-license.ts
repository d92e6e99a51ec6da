import { and, eq, type SQL } from 'drizzle-orm'
import type { LockConfig } from 'drizzle-orm/pg-core'
import { first, type Database } from '#server/database/database.ts'
import { licenses } from '#server/database/schema/licenses.ts'
import { isNoMove, mayRunOn } from './moves.ts'
import type { LicenseRow } from './queries.ts'

/**
 * Holds the oldest free license that may come to run on this device: where there is one, one whose coming there is no move. Many
 * devices ask at once, so each passes over what another one holds, and waits only where it would leave with nothing: what is held
 * may become free again.
 */
export async function holdFreeLicense(
  tx: Database,
  organizationId: string,
  fingerprintKey: string,
  asking: { isTyped: boolean },
): Promise<LicenseRow | undefined> {
  const allowed = mayRunOn(fingerprintKey, asking)
  return (
    (await holdOldest(tx, organizationId, and(allowed, isNoMove(fingerprintKey)), { skipLocked: true })) ??
    (await holdOldest(tx, organizationId, allowed, { skipLocked: true })) ??
    (await holdOldest(tx, organizationId, allowed))
  )
}

const holdOldest = (tx: Database, organizationId: string, wanted: SQL | undefined, waiting: LockConfig = {}) =>
  tx
    .select()
    .from(licenses)
    .where(and(eq(licenses.organizationId, organizationId), eq(licenses.status, 'unassigned'), wanted))
    .orderBy(licenses.createdAt, licenses.id)
    .limit(1)
    .for('update', waiting)
    .then(first)

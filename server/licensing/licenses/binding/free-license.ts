import { and, eq, type SQL } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { isNoMove, mayRunOn } from '#server/licensing/licenses/moves.ts'

type Asking = { isTyped: boolean }

/**
 * Locks the oldest free license that may come to run on this device: where there is one, one whose coming there is no move. Many
 * devices ask at once, so each passes over what another one has locked. PostgreSQL may leave a row locked that it has passed over:
 * who finds nothing ends the transaction before waiting for anything.
 */
export async function lockFreeLicense(tx: Database, organizationId: string, fingerprintKey: string, asking: Asking) {
  const allowed = mayRunOn(fingerprintKey, asking)
  const lockOldest = (wanted: SQL | undefined) =>
    oldestFree(tx, organizationId, wanted).for('update', { skipLocked: true }).then(first)
  return (await lockOldest(and(allowed, isNoMove(fingerprintKey)))) ?? (await lockOldest(allowed))
}

/**
 * As `lockFreeLicense`, but waits for the oldest one, as what another device has locked may become free again. The transaction locks
 * this one license and no other, so no two wait for each other. 'taken' says that the other device got it: there may be another one.
 */
export async function awaitFreeLicense(tx: Database, organizationId: string, fingerprintKey: string, asking: Asking) {
  const allowed = mayRunOn(fingerprintKey, asking)
  const oldest = await oldestFree(tx, organizationId, allowed).then(first)
  if (!oldest) return undefined
  const locked = oldestFree(tx, organizationId, and(allowed, eq(licenses.id, oldest.id))).for('update')
  return (await locked.then(first)) ?? 'taken'
}

const oldestFree = (tx: Database, organizationId: string, wanted: SQL | undefined) =>
  tx
    .select()
    .from(licenses)
    .where(and(eq(licenses.organizationId, organizationId), eq(licenses.status, 'unassigned'), wanted))
    .orderBy(licenses.createdAt, licenses.id)
    .limit(1)

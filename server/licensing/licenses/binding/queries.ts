import { and, eq, type SQL, sql, inArray } from 'drizzle-orm'
import { FILE_DAYS } from '#contract/licensing/license-files.ts'
import { later } from '#server/database/columns.ts'
import { first, type Database } from '#server/database/database.ts'
import { licenses, fileRevocations } from '#server/database/schema/licensing/licenses.ts'
import { isNoMove, mayRunOn } from '#server/licensing/licenses/move-queries.ts'
import type { LicenseRow } from '#server/licensing/licenses/queries.ts'

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

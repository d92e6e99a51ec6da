import { and, eq, gt, type SQL, sql, inArray } from 'drizzle-orm'
import { FILE_DAYS } from '#contract/licensing/license-files.ts'
import { later } from '#server/database/columns.ts'
import { first, type Database } from '#server/database/database.ts'
import { subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { licenses, fileRevocations } from '#server/database/schema/licensing/licenses.ts'
import { isLive } from '#server/domain/subscriptions.ts'
import { isNoMove, mayRunOn } from '#server/licensing/licenses/move-queries.ts'
import type { LicenseRow } from '#server/licensing/licenses/queries.ts'

type Asking = { isTyped: boolean }

/**
 * Locks the oldest unassigned license that this device may use, preferring one that is no transfer. Skips rows that other devices have
 * locked. PostgreSQL may keep skipped rows locked, so a caller that finds nothing must end its transaction before waiting.
 */
export async function lockFreeLicense(tx: Database, organizationId: string, fingerprintKey: string, asking: Asking) {
  const allowed = mayRunOn(fingerprintKey, asking)
  const lockOldest = (wanted: SQL | undefined) =>
    oldestFree(tx, organizationId, wanted).for('update', { skipLocked: true }).then(first)
  return (await lockOldest(and(allowed, isNoMove(fingerprintKey)))) ?? (await lockOldest(allowed))
}

/**
 * Like `lockFreeLicense`, but waits for the oldest license, which another device may free. Locks only this one, so that no two transactions
 * wait for each other. 'taken': the other device got it.
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
 * Voids the files of the license's device. The caller has locked the license and releases it. Reads the clock now, because a file
 * may have been issued since the transaction started.
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

/** When the last void file ends that a computer can still run on. `isOffline`: it lasts longer than the files of devices with internet. */
export const findVoidFile = (tx: Database, { id }: Pick<LicenseRow, 'id'>) =>
  tx
    .select({
      until: fileRevocations.until,
      isOffline: sql<boolean>`${fileRevocations.until} > clock_timestamp() + interval '${onlineDays} days'`,
    })
    .from(fileRevocations)
    .where(and(eq(fileRevocations.licenseId, id), gt(fileRevocations.until, sql`clock_timestamp()`)))
    .then(first)

/**
 * When the organization may delete another license that a computer can still run on. Null: now, because its subscription has more seats
 * than it has deleted such licenses. Other deletions wait, so that each counts those before.
 */
export async function lockNextDeletion(tx: Database, { organizationId }: Pick<LicenseRow, 'organizationId'>) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`deletions of ${organizationId}`}, 0))`)
  const { rows } = await tx.execute<{ until: string }>(sql`
    select ${fileRevocations.until} as until
    from ${fileRevocations} left join ${licenses} on ${licenses.id} = ${fileRevocations.licenseId}
    where ${fileRevocations.organizationId} = ${organizationId} and ${fileRevocations.until} > clock_timestamp()
      and ${licenses.id} is null
    order by ${fileRevocations.until} desc limit 1
    offset coalesce((select ${subscriptions.licenseLimit} - 1 from ${subscriptions}
      where ${subscriptions.organizationId} = ${organizationId} and ${isLive}), 2147483647)`)
  return rows[0]?.until ?? null
}

export const laterEnd = (until: string) => sql`greatest(${licenses.offlineUntil}, ${until}::timestamptz)`

/** Records the end of a requested file. False if the license left that device since: then no file may be issued. */
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

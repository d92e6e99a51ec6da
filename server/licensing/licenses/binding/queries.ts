import { and, eq, gt, type SQL, sql, inArray } from 'drizzle-orm'
import { FILE_DAYS } from '#contract/licensing/license-files.ts'
import { later } from '#server/database/columns.ts'
import { first, only, type Database } from '#server/database/database.ts'
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

/** When the last void file ends, of those that last longer than the files of devices with internet. */
export const findVoidOfflineFile = (tx: Database, { id }: Pick<LicenseRow, 'id'>) =>
  tx
    .select({ until: fileRevocations.until })
    .from(fileRevocations)
    .where(
      and(
        eq(fileRevocations.licenseId, id),
        gt(fileRevocations.until, sql`clock_timestamp() + interval '${onlineDays} days'`),
      ),
    )
    .then(first)

type RunningFacts = { licenseLimit: number | null; deleted: number; until: string | null; runs: boolean }

/**
 * Compares the deleted licenses on which computers can still run with the seats of the live subscription. `runs`: this one is like them.
 * Other deletions wait, so that each counts those before.
 */
export async function lockStillRunning(
  tx: Database,
  { id, organizationId }: Pick<LicenseRow, 'id' | 'organizationId'>,
) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`deletions of ${organizationId}`}, 0))`)
  const { rows } = await tx.execute<RunningFacts>(sql`
    select
      count(*) filter (where ${licenses.id} is null)::int as deleted,
      min(${fileRevocations.until}) filter (where ${licenses.id} is null) as until,
      coalesce(bool_or(${fileRevocations.licenseId} = ${id}), false) as runs,
      (select ${subscriptions.licenseLimit} from ${subscriptions}
        where ${subscriptions.organizationId} = ${organizationId} and ${isLive}) as "licenseLimit"
    from ${fileRevocations} left join ${licenses} on ${licenses.id} = ${fileRevocations.licenseId}
    where ${fileRevocations.organizationId} = ${organizationId} and ${fileRevocations.until} > clock_timestamp()`)
  return only(rows)
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

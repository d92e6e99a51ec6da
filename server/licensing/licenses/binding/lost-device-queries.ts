import { and, eq, lt, not, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { Loss } from '#contract/licensing/devices.ts'
import { FILE_DAYS, OFFLINE_DAYS } from '#contract/licensing/license-files.ts'
import { first, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses, lostDevices } from '#server/database/schema/licensing/licenses.ts'
import type { LicenseRow } from '#server/licensing/licenses/queries.ts'

export type LostDevice = typeof lostDevices.$inferSelect

type How = { reason: Loss; byDevice?: boolean; at?: string }

/**
 * Records that the license's device loses it. The caller locks `license` and releases it in the same transaction. A device with only a
 * reservation loses nothing.
 */
export async function recordLoss(tx: Database, license: LicenseRow, { reason, byDevice = false, at }: How) {
  const { deviceFingerprint, fingerprintKey, deviceTokenHash } = license
  if (deviceFingerprint === null || fingerprintKey === null || !hasRun(license)) return
  const facts = {
    deviceFingerprint,
    deviceTokenHash,
    reason,
    byDevice,
    lostAt: at ?? sql`clock_timestamp()`,
    blocksEnrollment: !byDevice,
  }
  await tx
    .insert(lostDevices)
    .values({
      licenseId: license.id,
      organizationId: license.organizationId,
      fingerprintKey,
      licenseLabel: license.label,
      licenseKeyHash: license.keyHash,
      ...facts,
    })
    .onConflictDoUpdate({ target: [lostDevices.licenseId, lostDevices.fingerprintKey], set: facts })
}

const hasRun = ({ status, fingerprintKey, lastFingerprintKey, deviceTokenHash }: LicenseRow) =>
  status !== 'assigned' || lastFingerprintKey === fingerprintKey || deviceTokenHash !== null

/** A device may reactivate what it released itself. */
export const isOwnAct = ({ reason, byDevice }: Pick<LostDevice, 'reason' | 'byDevice'>) =>
  byDevice && reason === 'RELEASED'

/** A user may bring back a license that was moved or released, but not one that was revoked. */
export const mayReturn = (loss: LostDevice, { isTyped }: { isTyped: boolean }) =>
  isOwnAct(loss) || (isTyped && loss.reason !== 'REVOKED')

type License = { id: string; organizationId: string }

const ofDevice = ({ id, organizationId }: License, fingerprintKey: string) =>
  and(
    eq(lostDevices.organizationId, organizationId),
    eq(lostDevices.licenseId, id),
    eq(lostDevices.fingerprintKey, fingerprintKey),
  )

export const findLoss = (db: Database, license: License, fingerprintKey: string) =>
  db.select().from(lostDevices).where(ofDevice(license, fingerprintKey)).then(first)

const selectNamed = (db: Database) =>
  db
    .select({ loss: lostDevices, organizationName: organizations.name })
    .from(lostDevices)
    .innerJoin(organizations, eq(organizations.id, lostDevices.organizationId))

export type NamedLoss = { loss: LostDevice; organizationName: string }

export const findLossByToken = (db: Database, tokenHash: Buffer): Promise<NamedLoss | undefined> =>
  selectNamed(db).where(eq(lostDevices.deviceTokenHash, tokenHash)).then(first)

/** Returns the loss that blocks enrollment: a revocation first, otherwise the latest. */
export const findEnrollmentBlock = (
  db: Database,
  organizationId: string,
  fingerprintKey: string,
): Promise<NamedLoss | undefined> =>
  selectNamed(db)
    .where(blocksEnrollment(organizationId, fingerprintKey))
    .orderBy(sql`${lostDevices.reason} = 'REVOKED' desc`, sql`${lostDevices.lostAt} desc`)
    .limit(1)
    .then(first)

const blocksEnrollment = (organizationId: string, fingerprintKey: string) =>
  and(
    eq(lostDevices.organizationId, organizationId),
    eq(lostDevices.fingerprintKey, fingerprintKey),
    eq(lostDevices.blocksEnrollment, true),
  )

/** Deletes the loss when the device has the license again. */
export const forgetLoss = (tx: Database, license: License, fingerprintKey: string) =>
  tx.delete(lostDevices).where(ofDevice(license, fingerprintKey))

/** Allows automatic enrollment again after a person enrolled the device or an administrator reserved a license for it. */
export const allowEnrollment = (tx: Database, organizationId: string, fingerprintKey: string) =>
  tx.update(lostDevices).set({ blocksEnrollment: false }).where(blocksEnrollment(organizationId, fingerprintKey))

/** Reserves the license for the device. Returns the hash of its previous token if it had lost the license. */
export async function reserveFor(tx: Database, license: License, fingerprintKey: string) {
  const loss = await forgetLoss(tx, license, fingerprintKey).returning().then(first)
  await allowEnrollment(tx, license.organizationId, fingerprintKey)
  return loss?.deviceTokenHash ?? null
}

/** Same rule as `isOwnAct`. */
const wasOwnAct = sql`(${lostDevices.byDevice} and ${lostDevices.reason} = 'RELEASED')`

/** Days after which no license file of the device is valid. */
export const LOSS_KEPT_DAYS = OFFLINE_DAYS.max + FILE_DAYS.grace

/**
 * Deletes losses without effect: of devices that released a license themselves, and of deleted licenses whose device may enroll. Others
 * stay, because an old client may return at any time.
 */
export const sweepLosses = (db: Database) =>
  db
    .delete(lostDevices)
    .where(
      and(
        lt(lostDevices.lostAt, sql`now() - make_interval(days => ${LOSS_KEPT_DAYS}::int)`),
        or(
          wasOwnAct,
          and(
            eq(lostDevices.blocksEnrollment, false),
            notExists(db.select({ id: licenses.id }).from(licenses).where(eq(licenses.id, lostDevices.licenseId))),
          ),
        ),
      ),
    )

const lossOf = (fingerprintKey: string, how: SQL | undefined) =>
  sql`(select from ${lostDevices} where ${and(
    eq(lostDevices.licenseId, licenses.id),
    eq(lostDevices.fingerprintKey, fingerprintKey),
    how,
  )})`

/** SQL over a license row: someone else took it from this device, so its return counts as a transfer. */
export const wasTakenFrom = (fingerprintKey: string) => sql`exists ${lossOf(fingerprintKey, not(wasOwnAct))}`

/** SQL over a license row: this device may not return this way. Same rule as `mayReturn`. */
export const isKeptFrom = (fingerprintKey: string, { isTyped }: { isTyped: boolean }) =>
  isTyped ? sql`exists ${lossOf(fingerprintKey, eq(lostDevices.reason, 'REVOKED'))}` : wasTakenFrom(fingerprintKey)

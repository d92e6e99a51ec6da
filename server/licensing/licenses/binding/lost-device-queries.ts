import { and, eq, lt, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { Loss } from '#contract/licensing/devices.ts'
import { FILE_DAYS, OFFLINE_DAYS } from '#contract/licensing/license-files.ts'
import { first, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses, lostDevices } from '#server/database/schema/licensing/licenses.ts'
import type { LicenseRow } from '#server/licensing/licenses/queries.ts'

export type LostDevice = typeof lostDevices.$inferSelect

type How = { reason: Loss; byDevice?: boolean; at?: string }

/**
 * Records that the device of this license loses it. The caller locks `license` as it was before, and takes it from the device in the
 * same transaction. A device for which the license was only reserved has lost nothing.
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

/** What a device gave back itself, it may take again. */
export const isOwnAct = ({ reason, byDevice }: Pick<LostDevice, 'reason' | 'byDevice'>) =>
  byDevice && reason === 'RELEASED'

/** A person may bring back what was moved or released, but not what was revoked. */
export const mayReturn = (loss: LostDevice, { isTyped }: { isTyped: boolean }) =>
  isOwnAct(loss) || (isTyped && loss.reason !== 'REVOKED')

type License = { id: string; organizationId: string }

const ofDevice = ({ id, organizationId }: License, fingerprintKey: string) =>
  and(
    eq(lostDevices.organizationId, organizationId),
    eq(lostDevices.licenseId, id),
    eq(lostDevices.fingerprintKey, fingerprintKey),
  )

/** Whether this device has lost this license, and how. */
export const findLoss = (db: Database, license: License, fingerprintKey: string) =>
  db.select().from(lostDevices).where(ofDevice(license, fingerprintKey)).then(first)

const selectNamed = (db: Database) =>
  db
    .select({ loss: lostDevices, organizationName: organizations.name })
    .from(lostDevices)
    .innerJoin(organizations, eq(organizations.id, lostDevices.organizationId))

export type NamedLoss = { loss: LostDevice; organizationName: string }

/** By the token that a device still asks with. */
export const findLossByToken = (db: Database, tokenHash: Buffer): Promise<NamedLoss | undefined> =>
  selectNamed(db).where(eq(lostDevices.deviceTokenHash, tokenHash)).then(first)

/** What keeps a device from enrolling in an organization: a revocation weighs more than a move, else the latest. */
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

/** The device has the license again. */
export const forgetLoss = (tx: Database, license: License, fingerprintKey: string) =>
  tx.delete(lostDevices).where(ofDevice(license, fingerprintKey))

/** A person has enrolled the device, or an administrator has reserved a license for it: it may enroll by itself again. */
export const allowEnrollment = (tx: Database, organizationId: string, fingerprintKey: string) =>
  tx.update(lostDevices).set({ blocksEnrollment: false }).where(blocksEnrollment(organizationId, fingerprintKey))

/** An administrator decides that this device is to have the license. Returns the hash of the token that it had before, if it lost it. */
export async function reserveFor(tx: Database, license: License, fingerprintKey: string) {
  const loss = await forgetLoss(tx, license, fingerprintKey).returning().then(first)
  await allowEnrollment(tx, license.organizationId, fingerprintKey)
  return loss?.deviceTokenHash ?? null
}

/** Days after which no license file of the device can still be good. */
export const LOSS_KEPT_DAYS = OFFLINE_DAYS.max + FILE_DAYS.grace

/**
 * Removes old records that keep nobody out any more: of devices that gave a license back themselves and may take it again anyway, and
 * of deleted licenses where the device may enroll. The others stay as long as an old client could come back, which is for ever.
 */
export const sweepLosses = (db: Database) =>
  db
    .delete(lostDevices)
    .where(
      and(
        lt(lostDevices.lostAt, sql`now() - make_interval(days => ${LOSS_KEPT_DAYS}::int)`),
        or(
          and(eq(lostDevices.byDevice, true), eq(lostDevices.reason, 'RELEASED')),
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

/** In terms of a license row: has this device lost it by the act of somebody else? Then its coming back is a move. */
export const wasTakenFrom = (fingerprintKey: string) =>
  sql`exists ${lossOf(fingerprintKey, sql`not (${lostDevices.byDevice} and ${lostDevices.reason} = 'RELEASED')`)}`

/** In terms of a license row: has this device lost it so that it may not return the way it asks? As `mayReturn`. */
export const isKeptFrom = (fingerprintKey: string, { isTyped }: { isTyped: boolean }) =>
  isTyped ? sql`exists ${lossOf(fingerprintKey, eq(lostDevices.reason, 'REVOKED'))}` : wasTakenFrom(fingerprintKey)

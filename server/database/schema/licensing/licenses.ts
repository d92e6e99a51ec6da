import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { Loss } from '#contract/licensing/devices.ts'
import { LicenseStatus } from '#contract/licensing/licenses.ts'
import { digest, id, instant, now } from '#server/database/columns.ts'
import { joinedText, partsOf } from '#server/database/search/parts-search.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'

export const licenseStatus = pgEnum('license_status', LicenseStatus.def.entries)

export const licenses = pgTable(
  'licenses',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    label: text().notNull(),
    description: text(),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    licenseKey: text().notNull(),
    keyHash: digest().notNull().unique(),
    status: licenseStatus().notNull().default('unassigned'),
    /** Restored when the organization is reactivated. */
    statusBeforeSuspension: licenseStatus(),
    /** The UUID as entered, and normalized for comparison. */
    deviceFingerprint: text(),
    fingerprintKey: text(),
    deviceName: text(),
    deviceOs: text(),
    deviceTokenHash: digest().unique(),
    activatedAt: instant(),
    /** The last device, kept when the license is released: another device counts as a transfer. */
    lastFingerprintKey: text(),
    /** Earlier transfers do not count. */
    movesResetAt: instant(),
    /** End, with grace, of the license file for a device without internet. */
    offlineUntil: instant(),
    /** Its device was heard at this time or later (licenses/silence). 1970 if nothing is known yet. */
    heardAfter: instant().notNull().default('1970-01-01T00:00:00.000Z'),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    unique('licenses_tenant').on(table.organizationId, table.id),
    index().on(table.organizationId, table.createdAt, table.id),
    // Sort orders of the list besides newest first.
    index('licenses_by_label').on(table.organizationId, sql`lower(${table.label})`, table.id),
    index('licenses_by_device').on(table.organizationId, sql`lower(coalesce(${table.deviceName}, ''))`, table.id),
    index().on(table.createdAt, table.id),
    // The next license for enrollment.
    index('licenses_free')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${table.status} = 'unassigned'`),
    // Finds a part of a text. Entries wait to be merged, 512 kB at most, because each search reads them all.
    index('licenses_parts')
      .using('gin', partsOf(joinedText(table.label, table.deviceName, table.licenseKey)))
      .with({ gin_pending_list_limit: 512 }),
    // Lists tags and their licenses without reading others.
    index('licenses_tagged')
      .on(table.organizationId)
      .where(sql`${table.tags} <> '{}'`),
    // Finds silent devices without reading the others and their check-ins.
    index('licenses_heard')
      .on(table.heardAfter, table.id)
      .where(sql`${table.status} = 'active'`),
    uniqueIndex('licenses_one_per_device')
      .on(table.organizationId, table.fingerprintKey)
      .where(sql`${table.status} <> 'revoked' and ${table.fingerprintKey} is not null`),
  ],
)

/** A narrow separate table with no index but the key, so that millions of check-ins rewrite little. */
export const checkIns = pgTable(
  'check_ins',
  {
    licenseId: uuid().primaryKey(),
    organizationId: uuid().notNull(),
    lastCheckIn: instant().notNull(),
    appVersion: text(),
    /** Callers with this license's token, latest first (devices/callers.ts). */
    callers: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Consecutive alternations back to an earlier caller, each within a week. */
    returns: integer().notNull().default(0),
    returnedAt: instant(),
    /** One bit per business day, bit 0 for the day of the last check-in (contract/licensing/device-activity.ts). */
    days: bigint({ mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    /** Version and time of its first check-in, separated by a line break, latest first. */
    versions: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.licenseId],
      foreignColumns: [licenses.organizationId, licenses.id],
    }).onDelete('cascade'),
    index().on(table.organizationId, table.licenseId),
  ],
)

/** Device transfers. */
export const deviceMoves = pgTable(
  'device_moves',
  {
    id: id(),
    organizationId: uuid().notNull(),
    licenseId: uuid().notNull(),
    movedAt: now(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.licenseId],
      foreignColumns: [licenses.organizationId, licenses.id],
    }).onDelete('cascade'),
    index().on(table.licenseId, table.organizationId, table.movedAt),
  ],
)

/** Revoked license files that would still verify. Outlives the license, like the files. */
export const fileRevocations = pgTable(
  'file_revocations',
  {
    licenseId: uuid().primaryKey(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** Files of this license issued before are void. */
    issuedBefore: instant().notNull(),
    /** When the last of them expires, with grace. */
    until: instant().notNull(),
  },
  (table) => [index().on(table.until), index().on(table.organizationId)],
)

export const loss = pgEnum('loss', Loss.def.entries)

/**
 * Devices that lost a license, so that each learns of it and does not activate it again automatically. Deleted when the device gets the
 * license again. Outlives the license.
 */
export const lostDevices = pgTable(
  'lost_devices',
  {
    licenseId: uuid().notNull(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    fingerprintKey: text().notNull(),
    deviceFingerprint: text().notNull(),
    /** The device's last token; null if it never had one. */
    deviceTokenHash: digest().unique(),
    reason: loss().notNull(),
    lostAt: instant().notNull(),
    /** Released or transferred by the device itself. */
    byDevice: boolean().notNull(),
    /** False after a person enrolled the device or an administrator reserved a license for it. */
    blocksEnrollment: boolean().notNull(),
    licenseLabel: text().notNull(),
    licenseKeyHash: digest().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.licenseId, table.fingerprintKey] }),
    index().on(table.organizationId, table.fingerprintKey),
  ],
)

/** Lets devices claim licenses automatically. The key is shown once and not stored. */
export const enrollmentKeys = pgTable(
  'enrollment_keys',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    label: text().notNull(),
    keyHash: digest().notNull().unique(),
    /** The last characters, to distinguish keys. */
    hint: text().notNull(),
    expiresAt: instant(),
    /** Null means unlimited. */
    maxUses: integer(),
    uses: integer().notNull().default(0),
    /** Creates a license within the quota if none is unassigned. */
    createsLicenses: boolean().notNull().default(true),
    pausedAt: instant(),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    unique('enrollment_keys_tenant').on(table.organizationId, table.id),
    index().on(table.organizationId, table.createdAt, table.id),
    index().on(table.createdAt, table.id),
  ],
)

import { sql } from 'drizzle-orm'
import {
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
    licenseKey: text().notNull(),
    keyHash: digest().notNull().unique(),
    status: licenseStatus().notNull().default('unassigned'),
    /** What it returns to when its suspended organization is reactivated. */
    statusBeforeSuspension: licenseStatus(),
    /** The UUID as typed or sent, and its one spelling for comparing. */
    deviceFingerprint: text(),
    fingerprintKey: text(),
    deviceName: text(),
    deviceOs: text(),
    deviceTokenHash: digest().unique(),
    activatedAt: instant(),
    /** The last device that ran it, kept when the license is freed: another one after it is a move. */
    lastFingerprintKey: text(),
    /** Moves before this no longer count. */
    movesResetAt: instant(),
    /** The end, grace included, of the license file that was made for a device without internet. */
    offlineUntil: instant(),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    unique('licenses_tenant').on(table.organizationId, table.id),
    index().on(table.organizationId, table.createdAt, table.id),
    // The orders in which people ask for their list, beside newest first.
    index('licenses_by_label').on(table.organizationId, sql`lower(${table.label})`, table.id),
    index('licenses_by_device').on(table.organizationId, sql`lower(coalesce(${table.deviceName}, ''))`, table.id),
    index().on(table.createdAt, table.id),
    // What an enrollment key hands out next.
    index('licenses_free')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${table.status} = 'unassigned'`),
    // What runs, counted without looking at what does not.
    index('licenses_active')
      .on(table.organizationId)
      .where(sql`${table.status} = 'active'`),
    uniqueIndex('licenses_one_per_device')
      .on(table.organizationId, table.fingerprintKey)
      .where(sql`${table.status} <> 'revoked' and ${table.fingerprintKey} is not null`),
  ],
)

/** Narrow and apart, so that millions of check-ins rewrite little: nothing in it is indexed but its key. */
export const checkIns = pgTable(
  'check_ins',
  {
    licenseId: uuid().primaryKey(),
    organizationId: uuid().notNull(),
    lastCheckIn: instant().notNull(),
    appVersion: text(),
    /** What the computers that use this license's token say of themselves, each once, the last one first (devices/callers.ts). */
    callers: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** How often in a row it changed back to one that was there before, each time within a week of the last. */
    returns: integer().notNull().default(0),
    returnedAt: instant(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.licenseId],
      foreignColumns: [licenses.organizationId, licenses.id],
    }).onDelete('cascade'),
    index().on(table.organizationId, table.licenseId),
  ],
)

/** Each time a license came to run on another device than the last one. */
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

/**
 * License files that no longer count, although their signature holds and their time has not run out. It outlives the license:
 * a file does, too.
 */
export const fileRevocations = pgTable(
  'file_revocations',
  {
    licenseId: uuid().primaryKey(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** Files of this license issued before are void. */
    issuedBefore: instant().notNull(),
    /** When the last of them ends by itself, grace included. */
    until: instant().notNull(),
  },
  (table) => [index().on(table.until), index().on(table.organizationId)],
)

export const loss = pgEnum('loss', Loss.def.entries)

/**
 * Devices from which a license was taken, so that each hears so and does not activate it again by itself. A row ends when the
 * device gets the license again. It outlives the license: a device may ask long after that was deleted.
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
    /** What the device still asks by; null for one that never had a token. */
    deviceTokenHash: digest().unique(),
    reason: loss().notNull(),
    lostAt: instant().notNull(),
    /** The device itself has given it back, or transferred it to its new hardware. */
    byDevice: boolean().notNull(),
    /** False once a person has enrolled the device since, or an administrator has reserved a license for it. */
    blocksEnrollment: boolean().notNull(),
    licenseLabel: text().notNull(),
    licenseKeyHash: digest().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.licenseId, table.fingerprintKey] }),
    index().on(table.organizationId, table.fingerprintKey),
  ],
)

/** Lets many devices take licenses of an organization by themselves. The key is shown once and stored nowhere. */
export const enrollmentKeys = pgTable(
  'enrollment_keys',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    label: text().notNull(),
    keyHash: digest().notNull().unique(),
    /** Its last letters, so that people can tell their keys apart. */
    hint: text().notNull(),
    expiresAt: instant(),
    /** Null: as many as there are licenses. */
    maxUses: integer(),
    uses: integer().notNull().default(0),
    /** Where no license is free, it creates one within the quota. */
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

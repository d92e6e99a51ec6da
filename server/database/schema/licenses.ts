import { sql } from 'drizzle-orm'
import { foreignKey, index, pgEnum, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { LicenseStatus } from '#contract/licenses.ts'
import { digest, id, instant, now } from '#server/database/columns.ts'
import { organizations } from './organizations.ts'

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
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.licenseId],
      foreignColumns: [licenses.organizationId, licenses.id],
    }).onDelete('cascade'),
  ],
)

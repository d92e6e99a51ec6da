import { sql } from 'drizzle-orm'
import { check, index, integer, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { LicenseRequestStatus } from '#contract/licensing/license-requests.ts'
import { id, instant, now } from '#server/database/columns.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'

export const licenseRequestStatus = pgEnum('license_request_status', LicenseRequestStatus.def.entries)

/** Requests for more seats, or for fewer (a negative number), decided by an admin. */
export const licenseRequests = pgTable(
  'license_requests',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    additionalLicenses: integer().notNull(),
    businessJustification: text().notNull(),
    status: licenseRequestStatus().notNull().default('pending'),
    /** Shown to the requester of a declined request. */
    reason: text(),
    decidedBy: uuid().references(() => users.id),
    decidedAt: instant(),
    createdAt: now(),
  },
  (table) => [
    index().on(table.organizationId, table.createdAt, table.id),
    index().on(table.userId),
    index().on(table.decidedBy),
    index('license_requests_pending')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending'`),
    check('additional_licenses_not_zero', sql`${table.additionalLicenses} <> 0`),
    check('decided_means_decided_at', sql`(${table.status} <> 'pending') = (${table.decidedAt} is not null)`),
  ],
)

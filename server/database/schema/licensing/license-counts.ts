import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { licenseStatus } from './licenses.ts'

/**
 * How many licenses an organization has, by status: the sum of `licenses` of all rows. Triggers on `licenses` add a row for each change, in
 * its transaction, so that changes don't wait for each other. A job adds rows up.
 */
export const licenseCounts = pgTable(
  'license_counts',
  {
    organizationId: uuid().notNull(),
    status: licenseStatus().notNull(),
    licenses: integer().notNull(),
  },
  (table) => [index().on(table.organizationId, table.status)],
)

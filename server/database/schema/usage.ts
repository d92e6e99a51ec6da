import { date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { cents } from '#server/database/columns.ts'
import { organizations } from './identity/organizations.ts'

/** Monthly seats and usage of an organization, updated hourly for the current month. */
export const usageMonths = pgTable(
  'usage_months',
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    month: date({ mode: 'string' }).notNull(),
    seats: integer().notNull(),
    licenses: integer().notNull(),
    /** Devices with at least one check-in in the month. */
    devices: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.month] })],
)

/** Daily figures of the vendor for trends, in its time zone. Updated hourly for the current day. */
export const dailyTotals = pgTable('daily_totals', {
  day: date({ mode: 'string' }).primaryKey(),
  /** Approved and not suspended. */
  organizations: integer().notNull(),
  /** Monthly price of all active subscriptions. */
  revenueCents: cents(),
  activeLicenses: integer().notNull(),
  tickets: integer().notNull(),
})

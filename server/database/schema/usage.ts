import { date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { cents } from '#server/database/columns.ts'
import { organizations } from './identity/organizations.ts'

/** What an organization had and used in a month. Written every day for the running month, so that the past stays as it was. */
export const usageMonths = pgTable(
  'usage_months',
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** Its first day, in Africa/Johannesburg. */
    month: date({ mode: 'string' }).notNull(),
    /** Of the live subscription. */
    seats: integer().notNull(),
    licenses: integer().notNull(),
    /** Devices that checked in at least once in the month. */
    devices: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.month] })],
)

/** What the vendor had on a day, in Africa/Johannesburg. Written every hour for the running one: what trends compare with. */
export const dailyTotals = pgTable('daily_totals', {
  day: date({ mode: 'string' }).primaryKey(),
  /** Approved and not suspended. */
  organizations: integer().notNull(),
  /** A month of every active subscription. */
  revenueCents: cents(),
  activeLicenses: integer().notNull(),
  tickets: integer().notNull(),
})

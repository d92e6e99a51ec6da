import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BusinessHours } from '#contract/support/business-hours.ts'
import { id, instant } from '#server/database/columns.ts'

/** One row. */
export const businessHours = pgTable('business_hours', {
  id: id(),
  clock: text().$type<BusinessHours['clock']>().notNull().default('business'),
  days: integer().array().notNull().default([1, 2, 3, 4, 5]),
  opens: text().notNull().default('08:00'),
  closes: text().notNull().default('17:00'),
  timeZone: text().notNull().default('Africa/Johannesburg'),
  skipsHolidays: boolean().notNull().default(true),
  /** '2026-12-28' */
  closedDays: text().array().notNull().default([]),
})

/** Every day on which the support desk is open, computed from the hours. Without spans every hour counts. */
export const openSpans = pgTable(
  'open_spans',
  {
    startsAt: instant().primaryKey(),
    endsAt: instant().notNull(),
    /** Open seconds of all earlier spans. */
    secondsBefore: integer().notNull(),
  },
  (table) => [uniqueIndex('open_spans_seconds_before').on(table.secondsBefore)],
)

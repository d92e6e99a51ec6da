import { sql } from 'drizzle-orm'
import { boolean, check, date, index, pgEnum, pgTable, text } from 'drizzle-orm/pg-core'
import { cents, id, instant, now } from '#server/database/columns.ts'

export const billingType = pgEnum('billing_type', ['monthly', 'annual'])

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    name: text().notNull(),
    contactEmail: text().notNull(),
    phone: text(),
    address: text(),
    /** Printed on its tax invoices. */
    vatNumber: text(),
    billingType: billingType().notNull().default('monthly'),
    /** Set when the first of its users is approved. */
    isActive: boolean().notNull().default(false),
    suspendedAt: instant(),
    /** For staff only. */
    suspensionReason: text(),
    /** Demanded of its members. */
    isMfaRequired: boolean().notNull().default(false),
    /** The source of every price. */
    twelveMonthCents: cents().default(0),
    /** Last day of the pause of reminders, in the vendor's time zone. */
    remindersPausedUntil: date(),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [index().on(table.createdAt), check('twelve_month_not_negative', sql`${table.twelveMonthCents} >= 0`)],
)

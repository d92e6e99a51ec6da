import { sql } from 'drizzle-orm'
import { check, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { SubscriptionStatus } from '#contract/billing.ts'
import { id, instant, now } from '#server/database/columns.ts'
import { organizations } from './organizations.ts'

export const subscriptionStatus = pgEnum('subscription_status', SubscriptionStatus.def.entries)

/** Seats and period. Its price is the organization's twelve-month value. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    planName: text().notNull(),
    status: subscriptionStatus().notNull().default('active'),
    licenseLimit: integer().notNull(),
    currentPeriodStart: now(),
    currentPeriodEnd: instant().notNull(),
    /** When the unpaid renewal fell due. */
    pastDueAt: instant(),
    canceledAt: instant(),
    endedAt: instant(),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    uniqueIndex('subscriptions_one_live')
      .on(table.organizationId)
      .where(sql`${table.endedAt} is null`),
    index().on(table.organizationId),
    check('license_limit_positive', sql`${table.licenseLimit} > 0`),
  ],
)

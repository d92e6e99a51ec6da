import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CancellationReason } from '#contract/billing/subscriptions/cancellation.ts'
import { SubscriptionStatus } from '#contract/billing/subscriptions.ts'
import { id, instant, now } from '#server/database/columns.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'

export const subscriptionStatus = pgEnum('subscription_status', SubscriptionStatus.def.entries)

/** Seats and period. The price is the organization's twelve-month value. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    planName: text().notNull(),
    status: subscriptionStatus().notNull().default('active'),
    /** Free, and canceled from its start: it ends with its period unless it is converted. */
    isTrial: boolean().notNull().default(false),
    /** Of a converted trial. Until then it is free. */
    trialEndsAt: instant(),
    licenseLimit: integer().notNull(),
    /** Sorted. */
    features: text().array().notNull().default([]),
    currentPeriodStart: now(),
    currentPeriodEnd: instant().notNull(),
    /** Day of the month on which periods start, or the month's last. Null: the day of the period's end. */
    anchorDay: integer(),
    /** Due date of the unpaid renewal. */
    pastDueAt: instant(),
    canceledAt: instant(),
    cancellationReason: text().$type<CancellationReason>(),
    cancellationComment: text(),
    endedAt: instant(),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    unique('subscriptions_tenant').on(table.organizationId, table.id),
    uniqueIndex('subscriptions_one_live')
      .on(table.organizationId)
      .where(sql`${table.endedAt} is null`),
    index().on(table.organizationId),
    index('subscriptions_live_by_end')
      .on(table.currentPeriodEnd)
      .where(sql`${table.endedAt} is null`),
    check('license_limit_positive', sql`${table.licenseLimit} > 0`),
    check('anchor_is_a_day', sql`${table.anchorDay} between 1 and 31`),
  ],
)

export const adjustmentStatus = pgEnum('adjustment_status', ['pending', 'applied', 'dropped', 'failed'])

/** Changes of seats, immediate or at the end of the period. */
export const adjustments = pgTable(
  'adjustments',
  {
    id: id(),
    organizationId: uuid().notNull(),
    subscriptionId: uuid().notNull(),
    /** Positive adds seats, negative removes them. */
    deltaQuantity: integer().notNull(),
    effectiveAt: instant().notNull(),
    status: adjustmentStatus().notNull().default('pending'),
    reason: text(),
    userId: uuid().references(() => users.id),
    createdAt: now(),
    appliedAt: instant(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.subscriptionId],
      foreignColumns: [subscriptions.organizationId, subscriptions.id],
    }),
    uniqueIndex('adjustments_one_pending')
      .on(table.subscriptionId)
      .where(sql`${table.status} = 'pending'`),
    index('adjustments_due')
      .on(table.effectiveAt)
      .where(sql`${table.status} = 'pending'`),
    index().on(table.organizationId, table.subscriptionId, table.createdAt),
    index().on(table.userId),
    check('delta_not_zero', sql`${table.deltaQuantity} <> 0`),
    check('applied_means_applied_at', sql`(${table.status} = 'applied') = (${table.appliedAt} is not null)`),
  ],
)

import { and, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm'
import type { BillingType } from '#contract/billing/terms.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { asDay } from './calendar.ts'
import type { OwnedRecord } from './organizations.ts'

/** True until the subscription has ended. A canceled one lives until the end of its paid period, even before the job. */
export const isLive = sql<boolean>`(${subscriptions.endedAt} is null
  and not (${subscriptions.status} = 'canceled' and ${subscriptions.currentPeriodEnd} <= now()))`

/** Joins organizations with their live subscription. */
export const ownLive = and(eq(subscriptions.organizationId, organizations.id), isLive)

/** The pending change of a subscription's seats. */
export const pendingOf = ({ organizationId, id }: OwnedRecord) =>
  and(
    eq(adjustments.organizationId, organizationId),
    eq(adjustments.subscriptionId, id),
    eq(adjustments.status, 'pending'),
  )

const locked = {
  ...getTableColumns(subscriptions),
  isLive,
  lastDay: sql<string>`(${asDay(subscriptions.currentPeriodEnd)} - 1)::text`,
}

const selectLocked = (tx: Database) => tx.select(locked).from(subscriptions)

export type LockedSubscription = Awaited<ReturnType<typeof selectLocked>>[number]

/** Also serializes the creation of licenses, so that no seat is used twice. */
export const lockLiveSubscription = (tx: Database, organizationId: string) =>
  selectLocked(tx)
    .where(and(eq(subscriptions.organizationId, organizationId), isLive))
    .for('update')
    .then(first)

/** The subscription that has not ended; at most one, maybe canceled and over. */
export const lockUnendedSubscription = (tx: Database, organizationId: string) =>
  selectLocked(tx)
    .where(and(eq(subscriptions.organizationId, organizationId), isNull(subscriptions.endedAt)))
    .for('update')
    .then(first)

export const ownerOfSubscription = (id: string) =>
  sql`(select ${subscriptions.organizationId} from ${subscriptions} where ${subscriptions.id} = ${id})`

type Changes = Partial<Record<'canceledAt' | 'pastDueAt' | 'endedAt', string | null | SQL>> &
  Partial<Omit<typeof subscriptions.$inferInsert, 'canceledAt' | 'pastDueAt' | 'endedAt'>>

/** Returns the updated row. The caller has locked it. */
export const updateLockedSubscription = (tx: Database, { organizationId, id }: LockedSubscription, changes: Changes) =>
  tx
    .update(subscriptions)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.id, id)))
    .returning(locked)
    .then(only)

const periods: Record<BillingType, string> = { monthly: '1 month', annual: '1 year' }

type NewSubscription = {
  organizationId: string
  planName: string
  licenseLimit: number
  features: string[]
  billingType: BillingType
}

/** The first period starts now and ends at the same time a month or year later in the vendor's time zone. */
export const insertSubscription = (db: Database, { billingType, ...subscription }: NewSubscription) =>
  db
    .insert(subscriptions)
    .values({
      ...subscription,
      anchorDay: sql`extract(day from now() at time zone ${TIME_ZONE})`,
      currentPeriodEnd: sql`(now() at time zone ${TIME_ZONE} + ${periods[billingType]}::interval) at time zone ${TIME_ZONE}`,
    })
    .returning(locked)
    .then(only)

/** Columns of the contract, without price and used seats, which belong to the organization. */
export const shownSubscription = {
  id: subscriptions.id,
  planName: subscriptions.planName,
  status: subscriptions.status,
  licenseLimit: subscriptions.licenseLimit,
  features: subscriptions.features,
  currentPeriodStart: subscriptions.currentPeriodStart,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
}

/** For joins with the pending change of seats. */
export const isPendingAdjustment = and(
  eq(adjustments.organizationId, organizations.id),
  eq(adjustments.subscriptionId, subscriptions.id),
  eq(adjustments.status, 'pending'),
)

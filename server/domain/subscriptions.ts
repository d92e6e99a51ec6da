import { and, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm'
import type { BillingType } from '#contract/billing/terms.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { asDay, endOf, today } from './calendar.ts'
import type { OwnedRecord } from './organizations.ts'

/** True until the subscription has ended. A canceled one lives until the end of its paid period, even before the job. */
export const isLive = sql<boolean>`(${subscriptions.endedAt} is null
  and not (${subscriptions.status} = 'canceled' and ${subscriptions.currentPeriodEnd} <= now()))`

/** False if the earlier release, which knows no trials, has resumed it. */
export const isTrial = sql<boolean>`(${subscriptions.isTrial} and ${subscriptions.status} = 'canceled')`

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
  isTrial,
  isLive,
  lastDay: sql<string>`greatest(${asDay(subscriptions.currentPeriodEnd)} - 1, ${today})::text`,
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

type Instants = 'canceledAt' | 'pastDueAt' | 'endedAt' | 'currentPeriodEnd'
type Changes = Partial<Record<Exclude<Instants, 'currentPeriodEnd'>, string | null | SQL>> &
  Partial<Record<'currentPeriodEnd', string | SQL>> &
  Partial<Omit<typeof subscriptions.$inferInsert, Instants>>

/** Returns the updated row. The caller has locked it. */
export const updateLockedSubscription = (tx: Database, { organizationId, id }: LockedSubscription, changes: Changes) =>
  tx
    .update(subscriptions)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.id, id)))
    .returning(locked)
    .then(only)

const lengths: Record<BillingType, string> = { monthly: '1 month', annual: '1 year' }

type NewSubscription = {
  organizationId: string
  planName: string
  licenseLimit: number
  features: string[]
  period: { billingType: BillingType } | { trialEndsOn: string }
}

/** The first period starts now. It ends at the same time a month or year later in the vendor's time zone, or after the last day of a trial. */
export const insertSubscription = (db: Database, { period, ...subscription }: NewSubscription) =>
  db
    .insert(subscriptions)
    .values({
      ...subscription,
      ...('trialEndsOn' in period ? trialUntil(period.trialEndsOn) : renewedEvery(lengths[period.billingType])),
    })
    .returning(locked)
    .then(only)

const renewedEvery = (length: string) => ({
  anchorDay: sql`extract(day from now() at time zone ${TIME_ZONE})`,
  currentPeriodEnd: sql`(now() at time zone ${TIME_ZONE} + ${length}::interval) at time zone ${TIME_ZONE}`,
})

const trialUntil = (day: string) => ({ isTrial: true, status: 'canceled' as const, ...endingOn(day) })

/** For a trial that ends after that day in the vendor's time zone. It counts as canceled now, so that reminders of its end are sent again. */
export const endingOn = (day: string) => ({ canceledAt: sql`now()`, currentPeriodEnd: endOf(sql`${day}::date`) })

/** Columns of the contract, without price and used seats, which belong to the organization. */
export const shownSubscription = {
  id: subscriptions.id,
  planName: subscriptions.planName,
  status: subscriptions.status,
  isTrial,
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

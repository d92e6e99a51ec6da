import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { asDay, today } from './calendar.ts'

/** True until a subscription has ended. A canceled one lives on to the end of its paid period, whether or not the job has run. */
export const isLive = sql<boolean>`(${subscriptions.endedAt} is null
  and not (${subscriptions.status} = 'canceled' and ${subscriptions.currentPeriodEnd} <= now()))`

const selectLocked = (tx: Database) =>
  tx
    .select({
      ...getTableColumns(subscriptions),
      /** Milliseconds. */
      now: sql<number>`(extract(epoch from now()) * 1000)::float8`,
      today: sql<string>`${today}::text`,
      lastDay: sql<string>`${asDay(subscriptions.currentPeriodEnd)}::text`,
    })
    .from(subscriptions)

export type LockedSubscription = Awaited<ReturnType<typeof selectLocked>>[number]

/** The live one of an organization. Creating licenses waits for it, too: no seat is counted twice. */
export const lockLiveSubscription = (tx: Database, organizationId: string) =>
  selectLocked(tx)
    .where(and(eq(subscriptions.organizationId, organizationId), isLive))
    .for('update')
    .then(first)

/** Undefined once it has ended. */
export const lockSubscription = (tx: Database, { organizationId, id }: { organizationId: string; id: string }) =>
  selectLocked(tx)
    .where(
      and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.id, id), isNull(subscriptions.endedAt)),
    )
    .for('update')
    .then(first)

/** A subscription as the contract shows it, without what its organization's row says: price and seats in use. */
export const shownSubscription = {
  id: subscriptions.id,
  planName: subscriptions.planName,
  status: subscriptions.status,
  licenseLimit: subscriptions.licenseLimit,
  currentPeriodStart: subscriptions.currentPeriodStart,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
}

/** For joins: the one change of seats that waits for the subscription of an organization. */
export const isPendingAdjustment = and(
  eq(adjustments.organizationId, organizations.id),
  eq(adjustments.subscriptionId, subscriptions.id),
  eq(adjustments.status, 'pending'),
)

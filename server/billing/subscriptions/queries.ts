import { asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { later } from '#server/database/columns.ts'
import { only, type Database, first } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { seatCharges } from '#server/database/schema/billing/payments.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { licenses } from '#server/database/schema/licensing/licenses.ts'
import { licensesUsed } from '#server/domain/licenses.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { isLive, isPendingAdjustment, ownLive, pendingOf, shownSubscription } from '#server/domain/subscriptions.ts'

const selectSubscription = (db: Database) =>
  db
    .select({
      ...shownSubscription,
      twelveMonthCents: organizations.twelveMonthCents,
      licensesUsed,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))

/** Includes ended subscriptions. */
export const findSubscription = (db: Database, id: string) =>
  selectSubscription(db).where(eq(subscriptions.id, id)).then(only)

export type SubscriptionRow = Awaited<ReturnType<typeof findSubscription>>

/** Of live subscriptions, the most frequent first. */
export const countFeatures = (db: Database) =>
  db
    .select({ feature: sql<string>`feature`, count: sql<number>`count(*)::int` })
    .from(sql`${subscriptions}, unnest(${subscriptions.features}) feature`)
    .where(isLive)
    .groupBy(sql`feature`)
    .orderBy(desc(sql`count(*)`), asc(sql`feature`))
    .limit(FEATURES_LISTED)

const FEATURES_LISTED = 200

const details = {
  organizationName: organizations.name,
  contactEmail: organizations.contactEmail,
  phone: organizations.phone,
  address: organizations.address,
  vatNumber: organizations.vatNumber,
}

const usageOf = (db: Database, organizationId: string) =>
  db
    .select({
      licensesUsed: sql<number>`count(*)::int`.as('licenses_used'),
      activeLicenses: sql<number>`(count(*) filter (where ${licenses.status} = 'active'))::int`.as('active_licenses'),
      activeDevices: sql<number>`count(${licenses.deviceName})::int`.as('active_devices'),
    })
    .from(licenses)
    .where(eq(licenses.organizationId, organizationId))
    .as('usage')

/** Sums charges of the joined subscription in cents. They stay below 10^14. */
const sumOfCharges = (condition: SQL) => sql<number>`(select coalesce(sum(${seatCharges.amountCents}), 0)::float8
  from ${seatCharges} left join ${invoices} on ${invoices.id} = ${seatCharges.invoiceId}
  where ${seatCharges.subscriptionId} = ${subscriptions.id} and ${condition})`

const isUnbilled = isNull(seatCharges.invoiceId)

/** True for charges that survive a cancellation, which voids the unpaid renewal and its charges. */
const isLeftByCancellation = sql`${seatCharges.startsAt} < ${subscriptions.currentPeriodEnd}
  and (${isUnbilled} or (${invoices.paidAt} is null and ${invoices.periodStart} >= ${subscriptions.currentPeriodEnd}))`

/** Returns an organization with its live subscription, pending change and usage. */
export function findAccount(db: Database, organizationId: string) {
  const usage = usageOf(db, organizationId)
  const { licensesUsed, activeLicenses, activeDevices } = usage
  const { id, deltaQuantity, effectiveAt } = adjustments
  return db
    .select({
      details,
      isSuspended: sql<boolean>`${organizations.suspendedAt} is not null`,
      twelveMonthCents: organizations.twelveMonthCents,
      billingType: organizations.billingType,
      unbilledCents: sumOfCharges(isUnbilled),
      canceledCents: sumOfCharges(isLeftByCancellation),
      subscription: shownSubscription,
      adjustment: { id, deltaQuantity, effectiveAt },
      usage: { licensesUsed, activeLicenses, activeDevices },
    })
    .from(organizations)
    .leftJoin(subscriptions, ownLive)
    .leftJoin(adjustments, isPendingAdjustment)
    .crossJoin(usage)
    .where(eq(organizations.id, organizationId))
    .then(only)
}

type NewDetails = Pick<typeof organizations.$inferInsert, 'contactEmail' | 'phone' | 'address' | 'vatNumber'>

export const setDetails = (tx: Database, organizationId: string, changes: NewDetails) =>
  tx
    .update(organizations)
    .set({ ...changes, updatedAt: later(organizations.updatedAt) })
    .where(eq(organizations.id, organizationId))

/** Cancels the pending changes of a subscription that will not renew. */
export const dropPendingAdjustments = (tx: Database, subscription: OwnedRecord) =>
  tx
    .update(adjustments)
    .set({ status: 'dropped' })
    .where(pendingOf(subscription))
    .returning({ deltaQuantity: adjustments.deltaQuantity })

export const lockPendingAdjustment = (tx: Database, subscription: OwnedRecord) =>
  tx.select().from(adjustments).where(pendingOf(subscription)).for('update').then(first)

export const deleteAdjustment = (tx: Database, subscription: OwnedRecord) =>
  tx.delete(adjustments).where(pendingOf(subscription))

type Change = { deltaQuantity: number; userId: string | null }

export const insertAppliedAdjustment = (
  tx: Database,
  { organizationId, id: subscriptionId }: OwnedRecord,
  change: Change,
) =>
  tx
    .insert(adjustments)
    .values({
      organizationId,
      subscriptionId,
      ...change,
      status: 'applied',
      effectiveAt: sql`now()`,
      appliedAt: sql`now()`,
    })
    .returning({ id: adjustments.id })
    .then(only)
    .then(({ id }) => id)

/** Replaces the pending change. */
export async function savePendingAdjustment(
  tx: Database,
  subscription: OwnedRecord,
  change: Change & { effectiveAt: string },
) {
  const { organizationId, id: subscriptionId } = subscription
  await deleteAdjustment(tx, subscription)
  await tx.insert(adjustments).values({ organizationId, subscriptionId, ...change })
}

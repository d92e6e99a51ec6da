import { and, asc, eq, getTableColumns, gt, gte, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import { first, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { seatCharges } from '#server/database/schema/billing/payments.ts'
import { adjustments, subscriptions } from '#server/database/schema/billing/subscriptions.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { today, type Period } from '#server/domain/calendar.ts'
import { isCounted, isOutstanding } from '#server/domain/invoices.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import { isLive, isTrial, pendingOf } from '#server/domain/subscriptions.ts'

const billedSubscription = {
  id: subscriptions.id,
  organizationId: subscriptions.organizationId,
  planName: subscriptions.planName,
  status: subscriptions.status,
  isTrial,
  trialEndsAt: subscriptions.trialEndsAt,
  licenseLimit: subscriptions.licenseLimit,
  currentPeriodStart: subscriptions.currentPeriodStart,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  anchorDay: subscriptions.anchorDay,
  pastDueAt: subscriptions.pastDueAt,
  canceledAt: subscriptions.canceledAt,
  billingType: organizations.billingType,
  twelveMonthCents: organizations.twelveMonthCents,
  now: sql<string>`date_trunc('milliseconds', now())`.mapWith(subscriptions.createdAt),
  today: sql<string>`${today}::text`,
}

export const findBilledSubscription = (db: Database, organizationId: string) =>
  db
    .select(billedSubscription)
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(and(eq(subscriptions.organizationId, organizationId), isLive))
    .then(first)

const ofSubscription = ({ organizationId, id }: OwnedRecord) =>
  and(eq(invoices.organizationId, organizationId), eq(invoices.subscriptionId, id))

/** Returns the pending seat change that is due at `until` or earlier. */
export const findPending = (db: Database, subscription: OwnedRecord, until: string) =>
  db
    .select({ id: adjustments.id, deltaQuantity: adjustments.deltaQuantity })
    .from(adjustments)
    .where(and(pendingOf(subscription), lte(adjustments.effectiveAt, until)))
    .then(first)

/** Seat changes after an instant, oldest first. */
export const findSeatChanges = (db: Database, { organizationId, id }: OwnedRecord, after: string) =>
  db
    .select({ seats: adjustments.deltaQuantity, at: adjustments.effectiveAt })
    .from(adjustments)
    .where(
      and(
        eq(adjustments.organizationId, organizationId),
        eq(adjustments.subscriptionId, id),
        eq(adjustments.status, 'applied'),
        gt(adjustments.effectiveAt, after),
      ),
    )
    .orderBy(asc(adjustments.effectiveAt), asc(adjustments.createdAt))

export const closePending = (tx: Database, subscription: OwnedRecord, status: 'applied' | 'failed' | 'dropped') =>
  tx
    .update(adjustments)
    .set({ status, appliedAt: status === 'applied' ? sql`now()` : null })
    .where(pendingOf(subscription))

const chargesOf = ({ organizationId, id }: OwnedRecord) =>
  and(eq(seatCharges.organizationId, organizationId), eq(seatCharges.subscriptionId, id))

const findCharges = (db: Database, subscription: OwnedRecord, which: SQL | undefined) =>
  db
    .select()
    .from(seatCharges)
    .where(and(chargesOf(subscription), which))
    .orderBy(asc(seatCharges.startsAt), asc(seatCharges.createdAt), asc(seatCharges.id))

export const findUnbilled = (db: Database, subscription: OwnedRecord) =>
  findCharges(db, subscription, isNull(seatCharges.invoiceId))

/** Charges within a period that are on a counted invoice. */
export const findBilledWithin = (db: Database, subscription: OwnedRecord, { start: from, end: to }: Period) =>
  findCharges(
    db,
    subscription,
    and(isNotNull(seatCharges.invoiceId), gte(seatCharges.startsAt, from), lt(seatCharges.startsAt, to)),
  )

export const setBilled = (tx: Database, organizationId: string, ids: string[], invoiceId: string) =>
  tx
    .update(seatCharges)
    .set({ invoiceId })
    .where(and(eq(seatCharges.organizationId, organizationId), inArray(seatCharges.id, ids)))

export const insertCharge = (tx: Database, charge: typeof seatCharges.$inferInsert) =>
  tx.insert(seatCharges).values(charge)

/** Deletes charges that no invoice will bill, because no period follows. */
export const deleteUnbilledFrom = (tx: Database, subscription: OwnedRecord, start: string) =>
  tx
    .delete(seatCharges)
    .where(and(chargesOf(subscription), isNull(seatCharges.invoiceId), gte(seatCharges.startsAt, start)))

/** Returns the seats billed for a period and charged since, or undefined if it is not invoiced. */
export const findCovered = (db: Database, subscription: OwnedRecord, { start: from, end: to }: Period) =>
  db
    .select({
      seats: sql<number>`${invoices.seats} + (
        select coalesce(sum(${seatCharges.seats}), 0) from ${seatCharges}
        where ${chargesOf(subscription)} and ${seatCharges.createdAt} >= ${invoices.createdAt}
          and ${seatCharges.startsAt} >= ${from} and ${seatCharges.startsAt} < ${to})`.mapWith(Number),
    })
    .from(invoices)
    .where(and(ofSubscription(subscription), eq(invoices.periodStart, from), isCounted))
    .then(first)
    .then((row) => row?.seats)

const start = sql<string>`${invoices.periodStart}`.mapWith(invoices.periodStart)
const end = sql<string>`${invoices.periodEnd}`.mapWith(invoices.periodEnd)

/** Returns invoices for periods from `from`, and earlier ones that are still outstanding. */
export const findPeriods = (db: Database, subscription: OwnedRecord, from: string) =>
  db
    .select({ id: invoices.id, start, end, isOutstanding: sql<boolean>`${isOutstanding}` })
    .from(invoices)
    .where(
      and(
        ofSubscription(subscription),
        sql`${invoices.status} not in ('void', 'cancelled')`,
        sql`(${invoices.periodStart} >= ${from}::timestamptz or (${invoices.periodStart} is not null and ${isOutstanding}))`,
      ),
    )
    .orderBy(asc(invoices.periodStart))

/** Returns the period before one that was paid in advance. */
export const findPreviousPeriod = (db: Database, subscription: OwnedRecord, periodStart: string) =>
  db
    .select({ start: sql<string>`${invoices.previousPeriodStart}`.mapWith(invoices.previousPeriodStart), end: start })
    .from(invoices)
    .where(
      and(
        ofSubscription(subscription),
        eq(invoices.periodStart, periodStart),
        sql`${invoices.previousPeriodStart} is not null`,
      ),
    )
    .then(first)

/** Locks a period that has begun and whose seats were not yet compared with the present ones. */
export const lockUnsettled = (tx: Database, subscription: OwnedRecord) =>
  tx
    .select({
      invoice: getTableColumns(invoices),
      start,
      end,
      seats: sql<number>`${invoices.seats}`.mapWith(invoices.seats),
      creditableCents: sql<number>`${invoices.amountCents} - ${invoices.creditedCents}`.mapWith(Number),
      periodCents: sql<number>`${invoices.amountCents} - (
        select coalesce(sum(${seatCharges.amountCents}), 0) from ${seatCharges}
        where ${seatCharges.invoiceId} = ${invoices.id})`.mapWith(Number),
    })
    .from(invoices)
    .where(
      and(
        ofSubscription(subscription),
        isCounted,
        isNull(invoices.seatsSettledAt),
        sql`${invoices.periodStart} <= now()`,
      ),
    )
    .orderBy(asc(invoices.periodStart))
    .for('update')

/** `seats`: billed seats after credit notes. */
export const setSettled = (tx: Database, organizationId: string, id: string, seats: number) =>
  tx
    .update(invoices)
    .set({ seatsSettledAt: sql`now()`, seats })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)))

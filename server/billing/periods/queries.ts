import { and, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { seatCharges } from '#server/database/schema/billing/payments.ts'
import { type Period, endOf } from '#server/domain/calendar.ts'
import { isOutstanding } from '#server/domain/invoices.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'
import type { LockedSubscription } from '#server/domain/subscriptions.ts'

const ofSubscription = ({ organizationId, id }: OwnedRecord) =>
  and(eq(invoices.organizationId, organizationId), eq(invoices.subscriptionId, id))

const isInvoice = ({ organizationId, id }: OwnedRecord) =>
  and(eq(invoices.organizationId, organizationId), eq(invoices.id, id))

export const findNextPaid = (tx: Database, { currentPeriodEnd, ...owned }: LockedSubscription) =>
  tx
    .select({ id: invoices.id, periodEnd: sql<string>`${invoices.periodEnd}`.mapWith(invoices.periodEnd) })
    .from(invoices)
    .where(and(ofSubscription(owned), eq(invoices.periodStart, currentPeriodEnd), eq(invoices.status, 'paid')))
    .then(first)

export const setPrevious = (tx: Database, invoice: OwnedRecord, previousPeriodStart: string) =>
  tx.update(invoices).set({ previousPeriodStart }).where(isInvoice(invoice))

/** Clears `previousPeriodStart` of that period and later ones. */
export const clearPrevious = (tx: Database, subscription: OwnedRecord, periodStart: string) =>
  tx
    .update(invoices)
    .set({ previousPeriodStart: null })
    .where(
      and(
        ofSubscription(subscription),
        isNotNull(invoices.previousPeriodStart),
        gte(invoices.periodStart, periodStart),
      ),
    )

const dueDayOver = endOf(invoices.dueDate)

export const findLateSince = (tx: Database, subscription: OwnedRecord) =>
  tx
    .select({ since: sql<string | null>`min(${dueDayOver})`.mapWith(invoices.createdAt) })
    .from(invoices)
    .where(and(ofSubscription(subscription), isOutstanding, sql`${dueDayOver} <= now()`))
    .then(only)
    .then(({ since }) => since)

/** So that its seats are compared again if it is reopened. */
export const clearSettled = (tx: Database, invoice: OwnedRecord) =>
  tx.update(invoices).set({ seatsSettledAt: null }).where(isInvoice(invoice))

/** Deletes charges for seats of a voided invoice's period: the new invoice of that period includes them. */
export const deleteChargesWithin = (tx: Database, { organizationId, id }: OwnedRecord, { start, end }: Period) =>
  tx
    .delete(seatCharges)
    .where(
      and(
        eq(seatCharges.organizationId, organizationId),
        eq(seatCharges.subscriptionId, id),
        isNull(seatCharges.invoiceId),
        gte(seatCharges.startsAt, start),
        lt(seatCharges.startsAt, end),
      ),
    )

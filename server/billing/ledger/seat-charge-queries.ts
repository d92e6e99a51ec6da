import { and, eq, exists, gt, gte, isNull, lt, ne, not, or, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/billing/invoices.ts'
import { seatCharges } from '#server/database/schema/billing/payments.ts'
import { isCounted, type LockedInvoice } from '#server/domain/invoices.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'

export const freeSeatCharges = (tx: Database, { organizationId, id }: OwnedRecord) =>
  tx
    .update(seatCharges)
    .set({ invoiceId: null, voidedInvoiceId: id })
    .where(and(eq(seatCharges.organizationId, organizationId), eq(seatCharges.invoiceId, id)))

export const claimSeatCharges = (tx: Database, { organizationId, id }: OwnedRecord) =>
  tx
    .update(seatCharges)
    .set({ invoiceId: id, voidedInvoiceId: null })
    .where(
      and(
        eq(seatCharges.organizationId, organizationId),
        eq(seatCharges.voidedInvoiceId, id),
        isNull(seatCharges.invoiceId),
      ),
    )

/** Returns whether another invoice bills, or will bill, the same period or seats. A later voided invoice counts: the next one bills its part. */
export async function isRebilled(tx: Database, { subscriptionId, periodStart, periodEnd, ...own }: LockedInvoice) {
  if (subscriptionId === null) return false
  const sameTime = and(
    lt(invoices.periodStart, periodEnd ?? sql`null`),
    gt(invoices.periodEnd, periodStart ?? sql`null`),
  )
  const sameSeats = exists(
    tx
      .select({ id: seatCharges.id })
      .from(seatCharges)
      .where(and(eq(seatCharges.invoiceId, invoices.id), eq(seatCharges.voidedInvoiceId, own.id))),
  )
  const another = and(
    eq(invoices.organizationId, own.organizationId),
    eq(invoices.subscriptionId, subscriptionId),
    ne(invoices.id, own.id),
    or(and(isCounted, or(sameTime, sameSeats)), and(not(isCounted), gte(invoices.createdAt, own.createdAt))),
  )
  return (await tx.$count(invoices, another)) > 0
}

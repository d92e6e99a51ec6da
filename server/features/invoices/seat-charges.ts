import { and, eq, gte, isNull, ne } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { invoices } from '#server/database/schema/invoices.ts'
import { seatCharges } from '#server/database/schema/payments.ts'
import type { HeldInvoice } from './status-queries.ts'

type Billing = Pick<HeldInvoice, 'organizationId' | 'id'>

/** The next invoice bills them. */
export const freeSeatCharges = (tx: Database, { organizationId, id }: Billing) =>
  tx
    .update(seatCharges)
    .set({ invoiceId: null, voidedInvoiceId: id })
    .where(and(eq(seatCharges.organizationId, organizationId), eq(seatCharges.invoiceId, id)))

/** It is owed after all, and bills again what it let go. */
export const claimSeatCharges = (tx: Database, { organizationId, id }: Billing) =>
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

/**
 * Whether another invoice was issued for the subscription since: it bills the same period, or the seats that this one let
 * go, or was itself taken back and has left them to the next.
 */
export async function isBilledAnew(tx: Database, { organizationId, id, subscriptionId, createdAt }: HeldInvoice) {
  if (subscriptionId === null) return false
  const later = and(
    eq(invoices.organizationId, organizationId),
    eq(invoices.subscriptionId, subscriptionId),
    ne(invoices.id, id),
    gte(invoices.createdAt, createdAt),
  )
  return (await tx.$count(invoices, later)) > 0
}

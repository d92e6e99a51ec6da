import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { invoiceItems } from '#server/database/schema/invoices.ts'

/** The lines of an invoice, in their order. */
export const findItems = (db: Database, { organizationId, id }: { organizationId: string; id: string }) =>
  db
    .select({
      description: invoiceItems.description,
      quantity: invoiceItems.quantity,
      amountCents: invoiceItems.amountCents,
    })
    .from(invoiceItems)
    .where(and(eq(invoiceItems.organizationId, organizationId), eq(invoiceItems.invoiceId, id)))
    .orderBy(asc(invoiceItems.position))

export type Item = Awaited<ReturnType<typeof findItems>>[number]

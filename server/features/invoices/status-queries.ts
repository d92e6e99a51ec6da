import { and, eq, inArray, sql } from 'drizzle-orm'
import type { InvoiceStatus } from '#contract/invoices.ts'
import { first, type Database } from '#server/database/database.ts'
import { invoices, invoiceStatusChanges } from '#server/database/schema/invoices.ts'
import { TIME_ZONE } from '#server/database/time-zone.ts'

const held = {
  id: invoices.id,
  organizationId: invoices.organizationId,
  invoiceNumber: invoices.invoiceNumber,
  amountCents: invoices.amountCents,
  dueDate: invoices.dueDate,
  status: invoices.status,
}

/** Whoever changes a status holds the row, so that each change begins where the one before it ended. */
export const lockInvoice = (tx: Database, id: string) =>
  tx.select(held).from(invoices).where(eq(invoices.id, id)).for('update').then(first)

export type HeldInvoice = NonNullable<Awaited<ReturnType<typeof lockInvoice>>>

const isLate = sql`${invoices.dueDate} < (now() at time zone ${TIME_ZONE})::date`

/** Invoices whose due day is over in South Africa and that do not say so. What somebody else holds is left to the next run. */
export const lockLate = (tx: Database, limit: number) =>
  tx
    .select(held)
    .from(invoices)
    .where(and(sql`${invoices.status} in ('issued', 'pending', 'failed')`, isLate))
    .limit(limit)
    .for('update', { skipLocked: true })

/** Paid and paidAt come and go together. */
export const setStatus = (tx: Database, ids: string[], status: InvoiceStatus) =>
  tx
    .update(invoices)
    .set({
      status,
      paidAt: status === 'paid' ? sql`now()` : null,
      paidCents: status === 'paid' ? sql`${invoices.amountCents} - ${invoices.creditedCents}` : 0,
      updatedAt: sql`now()`,
    })
    .where(inArray(invoices.id, ids))

type StatusChange = Omit<typeof invoiceStatusChanges.$inferInsert, 'createdAt'>

/** Each a millisecond after the invoice's last one at least: the order of the log is the order of the moves. */
export const insertStatusChanges = (tx: Database, changes: StatusChange[]) =>
  tx.insert(invoiceStatusChanges).values(changes.map((change) => ({ ...change, createdAt: nextMoment(change) })))

const nextMoment = ({ organizationId, invoiceId }: StatusChange) => {
  const { createdAt } = invoiceStatusChanges
  return sql`greatest(clock_timestamp(), (
    select max(${createdAt}) + interval '1 millisecond' from ${invoiceStatusChanges}
    where ${invoiceStatusChanges.organizationId} = ${organizationId}
      and ${invoiceStatusChanges.invoiceId} = ${invoiceId}))`
}

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import { first, type Database } from '#server/database/database.ts'
import { invoices, invoiceStatusChanges } from '#server/database/schema/billing/invoices.ts'
import { today } from '#server/domain/calendar.ts'

const isLate = sql<boolean>`${invoices.dueDate} < ${today}`

const locked = {
  id: invoices.id,
  organizationId: invoices.organizationId,
  invoiceNumber: invoices.invoiceNumber,
  amountCents: invoices.amountCents,
  paidCents: invoices.paidCents,
  creditedCents: invoices.creditedCents,
  vatBasisPoints: invoices.vatBasisPoints,
  particulars: invoices.particulars,
  status: invoices.status,
  /** Its due day is over in South Africa. */
  isLate,
  subscriptionId: invoices.subscriptionId,
  periodStart: invoices.periodStart,
  periodEnd: invoices.periodEnd,
  createdAt: invoices.createdAt,
}

/** Whoever changes an invoice locks the row, so that each change begins where the one before it ended. */
export const lockInvoiceRow = (tx: Database, id: string) =>
  tx.select(locked).from(invoices).where(eq(invoices.id, id)).for('update').then(first)

export type LockedInvoice = NonNullable<Awaited<ReturnType<typeof lockInvoiceRow>>>

/** Invoices whose due day is over and that do not say so. What somebody else has locked is left to the next run. */
export const lockLate = (tx: Database, limit: number) =>
  tx
    .select(locked)
    .from(invoices)
    .where(and(sql`${invoices.status} in ('issued', 'pending', 'failed')`, isLate))
    .limit(limit)
    .for('update', { skipLocked: true })

/** For what moves no money. */
export const setStatus = (tx: Database, ids: string[], status: InvoiceStatus) =>
  tx
    .update(invoices)
    .set({ status, updatedAt: sql`now()` })
    .where(inArray(invoices.id, ids))

type State = Pick<LockedInvoice, 'status' | 'paidCents' | 'creditedCents'>

/** In one statement: the database refuses whatever is paid and has a balance. Paid since it first was, until it is not. */
export const setState = (tx: Database, { organizationId, id }: LockedInvoice, state: State) =>
  tx
    .update(invoices)
    .set({
      ...state,
      paidAt: state.status === 'paid' ? sql`coalesce(${invoices.paidAt}, now())` : null,
      updatedAt: sql`now()`,
    })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)))

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

import { and, asc, eq, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { isCounted as counts, isOutstanding as owes } from '#contract/billing/invoices.ts'
import type { Age } from '#contract/billing/ages.ts'
import { hasStatus, wasIssued } from '#server/database/customer-entries.ts'
import { only, type Database } from '#server/database/database.ts'
import { invoiceItems, invoices } from '#server/database/schema/billing/invoices.ts'
import { paymentProofs } from '#server/database/schema/billing/payment-proofs.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { TIME_ZONE } from '#server/platform/time-zone.ts'
import { asDay, todayOnce } from './calendar.ts'

export const isOutstanding = hasStatus(owes, invoices.status)
export const isCounted = hasStatus(counts, invoices.status)
export const isCountedStatus = (status: SQLWrapper) => hasStatus(counts, status)
export const isPaid = sql<boolean>`${invoices.status} = 'paid'`
export const isOverdue = sql<boolean>`${invoices.status} = 'overdue'`

/** Customers and agents see neither drafts nor those that were canceled before their issue. */
export const isShownToCustomers = sql<boolean>`(${isCounted} or ${invoices.status} <> 'draft' and ${wasIssued(invoices)})`

/** Cents neither paid nor credited, also of an invoice that no longer counts. */
export const balance = sql`(${invoices.amountCents} - ${invoices.creditedCents} - ${invoices.paidCents})`.mapWith(
  Number,
)

/** By days overdue, today. Days are compared with the due day itself, so that its index can be used. */
const ages: Record<Age, SQL<boolean>> = {
  current: sql`${invoices.dueDate} >= ${todayOnce}`,
  days30: sql`${invoices.dueDate} between ${todayOnce} - 30 and ${todayOnce} - 1`,
  days60: sql`${invoices.dueDate} between ${todayOnce} - 60 and ${todayOnce} - 31`,
  days90: sql`${invoices.dueDate} between ${todayOnce} - 90 and ${todayOnce} - 61`,
  older: sql`${invoices.dueDate} < ${todayOnce} - 90`,
}

export const isOfAge = (age: keyof typeof ages) => ages[age]

/** A condition on `payment_proofs` joined with its invoice: the balance is outstanding, and no payment was recorded since that was not reversed. */
export const awaitsPayment = sql<boolean>`${isOutstanding} and not exists (
  select from ${payments}
  where ${payments.organizationId} = ${invoices.organizationId} and ${payments.invoiceId} = ${invoices.id}
    and ${payments.kind} = 'payment' and ${payments.createdAt} > ${paymentProofs.createdAt}
    and not exists (
      select from ${payments} reversal
      where reversal.organization_id = ${payments.organizationId} and reversal.reverses = ${payments.id}))`

/** Audit action of a manual reminder, which is stored nowhere else. Automatic ones are in `invoice_reminders`. */
export const REMINDED_BY_HAND = 'invoice.reminded'

export type LockedInvoice = typeof invoices.$inferSelect

export type InvoiceSums = Pick<LockedInvoice, 'amountCents' | 'paidCents' | 'creditedCents'>

/** The same as `balance`. */
export const balanceOf = ({ amountCents, paidCents, creditedCents }: InvoiceSums) =>
  amountCents - creditedCents - paidCents

/** The time zone in which an invoice or credit note was issued, or today's if it stored none. */
export const zoneOfIssue = ({ particulars }: { particulars: SQLWrapper }) =>
  sql`coalesce(${particulars} ->> 'timeZone', ${TIME_ZONE})`

/** Of its issue. A period ends on the day before the next one begins, whatever its time of day. */
export const periodDays = {
  firstDay: sql<string | null>`${asDay(invoices.periodStart, zoneOfIssue(invoices))}::text`,
  lastDay: sql<string | null>`(${asDay(invoices.periodEnd, zoneOfIssue(invoices))} - 1)::text`,
}

/** The organization must be locked, because credit moves between its invoices. */
export const lockInvoiceRow = (tx: Database, { organizationId, id }: { organizationId: string; id: string }) =>
  tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)))
    .for('update')
    .then(only)

export const ownerOfInvoice = (id: string) =>
  sql`(select ${invoices.organizationId} from ${invoices} where ${invoices.id} = ${id})`

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

/** The rest moves credit between invoices of one organization. A literal, because the partial index requires it. */
export const movesMoney = sql<boolean>`${payments.kind} in ('payment', 'reversal', 'refund')`

export const movesCredit = inArray(payments.kind, ['credit_kept', 'credit_used'])

/** Cents of credit: kept (negative on the invoice) minus used and refunded. Lock the organization first if a decision depends on it. */
export const sumCredit = (db: Database, organizationId: string) =>
  db
    .select({
      cents:
        sql`coalesce(sum(case when ${movesCredit} then -${payments.amountCents} else ${payments.amountCents} end), 0)`.mapWith(
          Number,
        ),
    })
    .from(payments)
    .where(and(eq(payments.organizationId, organizationId), or(movesCredit, eq(payments.kind, 'refund'))))
    .then(only)
    .then(({ cents }) => cents)

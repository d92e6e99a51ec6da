import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { alias, type PgInsertValue } from 'drizzle-orm/pg-core'
import type { PaymentKind } from '#contract/billing/invoices.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { invoices, invoiceStatusChanges } from '#server/database/schema/billing/invoices.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { movesCredit, type LockedInvoice } from '#server/domain/invoices.ts'
import type { OwnedRecord } from '#server/domain/organizations.ts'

export type Entry = {
  kind: PaymentKind
  amountCents: number
  receivedOn?: string
  reference?: string | null
  note?: string | null
  reverses?: string
}

type NewEntry = PgInsertValue<typeof payments>
export type StoredEntry = typeof payments.$inferSelect

/** Uses the clock, not the start of the transaction: under the lock, that keeps entries in order. */
export const insertEntries = (tx: Database, entries: NewEntry[]) =>
  tx
    .insert(payments)
    .values(entries.map((entry) => ({ ...entry, createdAt: sql`clock_timestamp()` })))
    .returning({ id: payments.id })

const ofInvoice = ({ organizationId, id }: OwnedRecord) =>
  and(eq(payments.organizationId, organizationId), eq(payments.invoiceId, id))

export const findEntries = (db: Database, invoice: OwnedRecord) => db.select().from(payments).where(ofInvoice(invoice))

const reversals = alias(payments, 'reversals')

const isReversal = and(eq(reversals.organizationId, payments.organizationId), eq(reversals.reverses, payments.id))

const shown = {
  id: payments.id,
  kind: payments.kind,
  amountCents: payments.amountCents,
  receivedOn: payments.receivedOn,
  reference: payments.reference,
  note: payments.note,
  isReversed: sql<boolean>`${reversals.id} is not null`,
  createdAt: payments.createdAt,
}

/** Oldest first; entries of the same instant by kind: money first, then its use. */
export const findPayments = (db: Database, invoice: OwnedRecord) =>
  db
    .select(shown)
    .from(payments)
    .leftJoin(reversals, isReversal)
    .where(ofInvoice(invoice))
    .orderBy(asc(payments.createdAt), asc(payments.kind), asc(payments.id))

export const findPayment = (db: Database, { organizationId, id }: OwnedRecord) =>
  db
    .select(shown)
    .from(payments)
    .leftJoin(reversals, isReversal)
    .where(and(eq(payments.organizationId, organizationId), eq(payments.id, id)))
    .then(only)

export type PaymentRow = Awaited<ReturnType<typeof findPayment>>

export const findPaymentsOf = (db: Database, organizationId: string, limit: number) =>
  db
    .select({ ...shown, invoiceId: payments.invoiceId, invoiceNumber: invoices.invoiceNumber })
    .from(payments)
    .leftJoin(reversals, isReversal)
    .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(eq(payments.organizationId, organizationId))
    .orderBy(desc(payments.createdAt), desc(payments.kind), desc(payments.id))
    .limit(limit)

/** Searches all organizations: only admins reverse payments. */
export const findInvoiceOfEntry = (db: Database, id: string) =>
  db.select({ invoiceId: payments.invoiceId }).from(payments).where(eq(payments.id, id)).then(first)

/** Returns the invoices that credit has paid for, latest use first, with the credit each uses. */
export const findCreditUsers = (tx: Database, organizationId: string) =>
  tx
    .select({
      invoiceId: sql<string>`${payments.invoiceId}`,
      cents: sql`sum(${payments.amountCents})`.mapWith(Number),
    })
    .from(payments)
    .where(and(eq(payments.organizationId, organizationId), movesCredit))
    .groupBy(payments.invoiceId)
    .having(sql`sum(${payments.amountCents}) > 0`)
    .orderBy(sql`max(${payments.createdAt}) filter (where ${payments.kind} = 'credit_used') desc`, payments.invoiceId)

type State = Pick<LockedInvoice, 'status' | 'paidCents' | 'creditedCents'>

/** Sets sums and status in one statement, because a constraint refuses a paid invoice with a balance. Keeps the first `paidAt`. */
export const setState = (tx: Database, { organizationId, id }: LockedInvoice, state: State) =>
  tx
    .update(invoices)
    .set({
      ...state,
      paidAt: state.status === 'paid' ? sql`coalesce(${invoices.paidAt}, now())` : null,
      updatedAt: sql`now()`,
    })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)))
    .returning()
    .then(only)

type StatusChange = Omit<typeof invoiceStatusChanges.$inferInsert, 'createdAt'>

/** Each at least a millisecond after the invoice's last change, so that the log has a definite order. */
export const insertStatusChanges = (tx: Database, changes: StatusChange[]) =>
  tx.insert(invoiceStatusChanges).values(changes.map((change) => ({ ...change, createdAt: nextMoment(change) })))

const nextMoment = ({ organizationId, invoiceId }: StatusChange) => {
  const { createdAt } = invoiceStatusChanges
  return sql`greatest(clock_timestamp(), (
    select max(${createdAt}) + interval '1 millisecond' from ${invoiceStatusChanges}
    where ${invoiceStatusChanges.organizationId} = ${organizationId}
      and ${invoiceStatusChanges.invoiceId} = ${invoiceId}))`
}

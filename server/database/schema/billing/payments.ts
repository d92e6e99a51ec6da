import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { PaymentKind } from '#contract/billing/invoices.ts'
import { cents, id, instant, now } from '#server/database/columns.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { invoices, type Particulars } from './invoices.ts'
import { subscriptions } from './subscriptions.ts'

export const paymentKind = pgEnum('payment_kind', PaymentKind.def.entries)

/**
 * The append-only ledger: payments, reversals, refunds, credit kept (credit_kept) and credit used (credit_used). Entries of an invoice add
 * up to its `paidCents`. An organization's credit is kept minus used and refunded.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** Null for a refund of credit. */
    invoiceId: uuid(),
    kind: paymentKind().notNull(),
    /** Effect on the invoice; negative for money that leaves it. */
    amountCents: cents(),
    /** The day the money moved, in the vendor's time zone. */
    receivedOn: date({ mode: 'string' }).notNull(),
    /** From the bank statement. */
    reference: text(),
    /** Reason of the reversal. */
    note: text(),
    /** The reversed payment. */
    reverses: uuid(),
    userId: uuid().references(() => users.id),
    createdAt: now(),
  },
  (table) => [
    unique('payments_tenant').on(table.organizationId, table.id),
    foreignKey({
      columns: [table.organizationId, table.invoiceId],
      foreignColumns: [invoices.organizationId, invoices.id],
    }),
    foreignKey({ columns: [table.organizationId, table.reverses], foreignColumns: [table.organizationId, table.id] }),
    index().on(table.organizationId, table.createdAt),
    index().on(table.invoiceId, table.organizationId),
    // Payments recorded together share their time, so pages of the export need the id. Sums of a month need the amount.
    index('payments_in_order')
      .on(table.createdAt, table.id, table.amountCents)
      .where(sql`${table.kind} in ('payment', 'reversal', 'refund')`),
    uniqueIndex('payments_reversed_once').on(table.reverses, table.organizationId),
    index().on(table.userId),
    check('sign_of_kind', sql`(${table.amountCents} > 0) = (${table.kind} in ('payment', 'credit_used'))`),
    check('amount_not_zero', sql`${table.amountCents} <> 0`),
    check('refund_of_no_invoice', sql`(${table.kind} = 'refund') = (${table.invoiceId} is null)`),
    check('only_reversals_reverse', sql`${table.reverses} is null or ${table.kind} = 'reversal'`),
  ],
)

/** Append-only. Credits all or part of an invoice. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: id(),
    organizationId: uuid().notNull(),
    invoiceId: uuid().notNull(),
    creditNoteNumber: text().notNull().unique(),
    amountCents: cents(),
    vatBasisPoints: integer().notNull(),
    reason: text().notNull(),
    particulars: jsonb().$type<Particulars>().notNull(),
    userId: uuid().references(() => users.id),
    createdAt: now(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.invoiceId],
      foreignColumns: [invoices.organizationId, invoices.id],
    }),
    index().on(table.organizationId, table.createdAt),
    index().on(table.invoiceId, table.organizationId),
    index().on(table.userId),
    check('credit_positive', sql`${table.amountCents} > 0`),
  ],
)

/** Seats added during a billed period, to be billed with the next invoice. */
export const seatCharges = pgTable(
  'seat_charges',
  {
    id: id(),
    organizationId: uuid().notNull(),
    subscriptionId: uuid().notNull(),
    seats: integer().notNull(),
    /** The charged part of the period. */
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    amountCents: cents(),
    /** Null until billed. */
    invoiceId: uuid(),
    /** The last voided invoice that billed them. */
    voidedInvoiceId: uuid(),
    createdAt: now(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.subscriptionId],
      foreignColumns: [subscriptions.organizationId, subscriptions.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.invoiceId],
      foreignColumns: [invoices.organizationId, invoices.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.voidedInvoiceId],
      foreignColumns: [invoices.organizationId, invoices.id],
    }),
    index('seat_charges_unbilled')
      .on(table.subscriptionId)
      .where(sql`${table.invoiceId} is null`),
    index().on(table.invoiceId, table.organizationId),
    index().on(table.voidedInvoiceId, table.organizationId),
    index().on(table.subscriptionId, table.organizationId),
    check('charged_seats_positive', sql`${table.seats} > 0`),
    check('charge_positive', sql`${table.amountCents} > 0`),
    check('charged_time_positive', sql`${table.startsAt} < ${table.endsAt}`),
  ],
)

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
 * The ledger: money that came (payment), was taken back (reversal) or returned (refund), and credit that an organization was
 * given instead (credit_kept) or has used (credit_used). An invoice's rows add up to its `paidCents`; an organization's credit
 * is what was kept less what was used and refunded. Append-only.
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** Null for a refund, which pays out credit. */
    invoiceId: uuid(),
    kind: paymentKind().notNull(),
    /** What it adds to the invoice: below 0 for what leaves it. */
    amountCents: cents(),
    /** The day the money moved, in Africa/Johannesburg. */
    receivedOn: date({ mode: 'string' }).notNull(),
    /** What the bank statement says. */
    reference: text(),
    /** Why it was taken back. */
    note: text(),
    /** The payment that this one takes back. */
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
    index('payments_money')
      .on(table.createdAt)
      .where(sql`${table.kind} in ('payment', 'reversal', 'refund')`),
    uniqueIndex('payments_reversed_once').on(table.reverses, table.organizationId),
    index().on(table.userId),
    check('sign_of_kind', sql`(${table.amountCents} > 0) = (${table.kind} in ('payment', 'credit_used'))`),
    check('amount_not_zero', sql`${table.amountCents} <> 0`),
    check('refund_of_no_invoice', sql`(${table.kind} = 'refund') = (${table.invoiceId} is null)`),
    check('only_reversals_reverse', sql`${table.reverses} is null or ${table.kind} = 'reversal'`),
  ],
)

/** A document that takes back a part of an invoice or all of it. Append-only. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: id(),
    organizationId: uuid().notNull(),
    invoiceId: uuid().notNull(),
    creditNoteNumber: text().notNull().unique(),
    amountCents: cents(),
    /** As on the invoice. */
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

/** Seats that were added to a period that was billed without them: they go on the next invoice. */
export const seatCharges = pgTable(
  'seat_charges',
  {
    id: id(),
    organizationId: uuid().notNull(),
    subscriptionId: uuid().notNull(),
    seats: integer().notNull(),
    /** The part of the period they are charged for. */
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    amountCents: cents(),
    /** The invoice they are on. Null: not billed yet. */
    invoiceId: uuid(),
    /** The last invoice that was taken back with them on it. */
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

import { sql } from 'drizzle-orm'
import {
  boolean,
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
import { InvoiceStatus } from '#contract/billing/invoices.ts'
import { cents, id, instant, now } from '#server/database/columns.ts'
import { partsOf } from '#server/database/search/parts-search.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { objects } from '#server/database/schema/objects.ts'
import { subscriptions } from './subscriptions.ts'

export const invoiceStatus = pgEnum('invoice_status', InvoiceStatus.def.entries)

type Party = { name: string; address: string | null; vatNumber: string | null }

/** Names, addresses and time zone on the day of issue, because a printed invoice never changes. 0.1.0 stored no time zone. */
export type Particulars = { vendor: Party; recipient: Party; timeZone?: string }

export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    invoiceNumber: text().notNull().unique(),
    /** Created by a person, not by a renewal. */
    isManual: boolean().notNull().default(true),
    amountCents: cents(),
    /** Rate of the contained VAT in basis points: 1500 is 15%, 0 none. Null: the current rate. */
    vatBasisPoints: integer(),
    status: invoiceStatus().notNull().default('issued'),
    /** A day in the vendor's time zone. */
    dueDate: date({ mode: 'string' }).notNull(),
    paidAt: instant(),
    notes: text(),
    pdfObjectId: uuid().references(() => objects.id),
    /** Null for older manual invoices, which print the current particulars. */
    particulars: jsonb().$type<Particulars>(),
    /** The subscription it bills, for automatic invoices. */
    subscriptionId: uuid(),
    /** The billed period and seats. Null if it bills no period. */
    periodStart: instant(),
    periodEnd: instant(),
    seats: integer(),
    /** Start of the previous period if its payment advanced the subscription. Null otherwise. */
    previousPeriodStart: instant(),
    /** When its seats were compared with those at the start of its period. */
    seatsSettledAt: instant(),
    /** Sum of its ledger entries (`payments`) and of its credit notes. The balance is the amount minus both. */
    paidCents: cents().default(0),
    creditedCents: cents().default(0),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    unique('invoices_tenant').on(table.organizationId, table.id),
    index().on(table.organizationId, table.createdAt),
    index().on(table.createdAt, table.id),
    index('invoices_number_parts').using('gin', partsOf(table.invoiceNumber)),
    /** The sums of a month and of an organization, without reading invoices. */
    index('invoices_counted')
      .on(table.createdAt, table.amountCents, table.creditedCents)
      .where(sql`${table.status} in ('issued', 'pending', 'paid', 'overdue', 'failed')`),
    index('invoices_counted_paid')
      .on(table.organizationId, table.paidCents)
      .where(sql`${table.status} in ('issued', 'pending', 'paid', 'overdue', 'failed')`),
    index('invoices_paid')
      .on(table.paidAt)
      .where(sql`${table.paidAt} is not null`),
    index().on(table.pdfObjectId),
    index('invoices_outstanding')
      .on(table.organizationId, table.dueDate, table.status, table.amountCents, table.creditedCents, table.paidCents)
      .where(sql`${table.status} in ('issued', 'pending', 'overdue', 'failed')`),
    foreignKey({
      columns: [table.organizationId, table.subscriptionId],
      foreignColumns: [subscriptions.organizationId, subscriptions.id],
    }),
    uniqueIndex('invoices_one_per_period')
      .on(table.subscriptionId, table.periodStart)
      .where(sql`${table.status} not in ('void', 'cancelled')`),
    index().on(table.organizationId, table.subscriptionId),
    index('invoices_unsettled')
      .on(table.periodStart)
      .where(sql`${table.seats} is not null and ${table.seatsSettledAt} is null`),
    check('amount_positive', sql`${table.amountCents} > 0`),
    check(
      'period_is_whole',
      sql`num_nonnulls(${table.periodStart}, ${table.periodEnd}, ${table.seats}) in (0, 3)
        and (${table.periodStart} is null or (${table.subscriptionId} is not null and ${table.periodStart} < ${table.periodEnd} and ${table.seats} > 0))`,
    ),
    check('paid_not_negative', sql`${table.paidCents} >= 0`),
    check('credited_within_amount', sql`${table.creditedCents} between 0 and ${table.amountCents}`),
    check(
      'paid_means_nothing_left',
      sql`case
        when ${table.status} = 'paid' then ${table.paidCents} + ${table.creditedCents} = ${table.amountCents}
        when ${table.status} in ('issued', 'pending', 'overdue', 'failed') then ${table.paidCents} + ${table.creditedCents} < ${table.amountCents}
        else ${table.paidCents} = 0 end`,
    ),
    check('paid_means_paid_at', sql`(${table.status} = 'paid') = (${table.paidAt} is not null)`),
  ],
)

/** Lines of an invoice. Invoices uploaded as a PDF have none. */
export const invoiceItems = pgTable(
  'invoice_items',
  {
    id: id(),
    organizationId: uuid().notNull(),
    invoiceId: uuid().notNull(),
    position: integer().notNull(),
    description: text().notNull(),
    quantity: integer().notNull().default(1),
    /** Total of the line. Negative for removed seats. */
    amountCents: cents(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.invoiceId],
      foreignColumns: [invoices.organizationId, invoices.id],
    }),
    unique().on(table.organizationId, table.invoiceId, table.position),
    check('quantity_positive', sql`${table.quantity} > 0`),
  ],
)

/** Append-only history of an invoice's status. */
export const invoiceStatusChanges = pgTable(
  'invoice_status_changes',
  {
    id: id(),
    organizationId: uuid().notNull(),
    invoiceId: uuid().notNull(),
    fromStatus: invoiceStatus(),
    toStatus: invoiceStatus().notNull(),
    userId: uuid().references(() => users.id),
    createdAt: now(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.invoiceId],
      foreignColumns: [invoices.organizationId, invoices.id],
    }),
    index().on(table.organizationId, table.invoiceId, table.createdAt),
    index().on(table.organizationId, table.createdAt),
    index().on(table.userId),
  ],
)

/** Append-only. Days of a reminder relative to the due date. */
export const invoiceReminders = pgTable(
  'invoice_reminders',
  {
    id: id(),
    organizationId: uuid().notNull(),
    invoiceId: uuid().notNull(),
    stageDays: integer().notNull(),
    createdAt: now(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.invoiceId],
      foreignColumns: [invoices.organizationId, invoices.id],
    }),
    unique().on(table.organizationId, table.invoiceId, table.stageDays),
  ],
)

/** The last number of a series such as 'INV-2027'. Locked until the transaction ends, so that there are no gaps. */
export const numberSeries = pgTable('number_series', {
  series: text().primaryKey(),
  lastNumber: integer().notNull(),
})

import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { InvoiceStatus } from '#contract/invoices.ts'
import { cents, id, instant, now } from '#server/database/columns.ts'
import { objects } from './objects.ts'
import { organizations } from './organizations.ts'
import { users } from './users.ts'

export const invoiceStatus = pgEnum('invoice_status', InvoiceStatus.def.entries)

export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    invoiceNumber: text().notNull().unique(),
    /** Made by a person, not by a renewal. */
    isManual: boolean().notNull().default(true),
    amountCents: cents(),
    /** The VAT in the amount when the invoice was made: 1500 is 15 %, 0 is none. Null: not said, so today's rate counts. */
    vatBasisPoints: integer(),
    status: invoiceStatus().notNull().default('issued'),
    /** A day in Africa/Johannesburg. */
    dueDate: date({ mode: 'string' }).notNull(),
    paidAt: instant(),
    notes: text(),
    pdfObjectId: uuid().references(() => objects.id),
    createdAt: now(),
    updatedAt: now(),
  },
  (table) => [
    unique('invoices_tenant').on(table.organizationId, table.id),
    index().on(table.organizationId, table.createdAt),
    index().on(table.createdAt, table.id),
    index('invoices_paid')
      .on(table.paidAt)
      .where(sql`${table.paidAt} is not null`),
    index().on(table.pdfObjectId),
    index('invoices_unpaid')
      .on(table.organizationId, table.dueDate)
      .where(sql`${table.status} in ('issued', 'pending', 'overdue', 'failed')`),
    check('amount_positive', sql`${table.amountCents} > 0`),
    check('paid_means_paid_at', sql`(${table.status} = 'paid') = (${table.paidAt} is not null)`),
  ],
)

/** What an invoice is for, line by line. One that was uploaded as a PDF has none. */
export const invoiceItems = pgTable(
  'invoice_items',
  {
    id: id(),
    organizationId: uuid().notNull(),
    invoiceId: uuid().notNull(),
    position: integer().notNull(),
    description: text().notNull(),
    quantity: integer().notNull().default(1),
    /** Of the line, not of one piece. */
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

/** Every status an invoice ever had. Append-only. */
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
    index().on(table.userId),
  ],
)

import { foreignKey, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, now } from '#server/database/columns.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { objects } from '#server/database/schema/objects.ts'
import { invoices } from './invoices.ts'

/** Files with which customers show that they have paid an invoice. Payments are recorded by admins. */
export const paymentProofs = pgTable(
  'payment_proofs',
  {
    id: id(),
    organizationId: uuid().notNull(),
    invoiceId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    objectId: uuid()
      .notNull()
      .unique()
      .references(() => objects.id),
    fileName: text().notNull(),
    /** Detected from the content. */
    type: text().notNull(),
    size: integer().notNull(),
    createdAt: now(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.invoiceId],
      foreignColumns: [invoices.organizationId, invoices.id],
    }),
    index().on(table.invoiceId, table.organizationId),
    index().on(table.userId),
  ],
)

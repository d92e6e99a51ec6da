import { randomUUID } from 'node:crypto'
import { isVoided } from '#contract/billing/invoices.ts'
import { only, type Database } from '#server/database/database.ts'
import { invoices, invoiceStatusChanges } from '#server/database/schema/billing/invoices.ts'
import { payments } from '#server/database/schema/billing/payments.ts'
import { dayOf } from '#server/domain/calendar.ts'

export type InvoiceRow = typeof invoices.$inferInsert
type Facts = Partial<InvoiceRow> & Pick<InvoiceRow, 'organizationId'>

/** Defaults: issued manually, R1234.50, due in 2099. */
export const invoiceRow = (facts: Facts): InvoiceRow => ({
  invoiceNumber: `INV-${randomUUID().slice(0, 8).toUpperCase()}`,
  amountCents: 123_450,
  status: 'issued',
  dueDate: '2099-12-31',
  paidAt: facts.status === 'paid' ? new Date().toISOString() : null,
  paidCents: facts.status === 'paid' ? (facts.amountCents ?? 123_450) : 0,
  ...facts,
})

/** Also inserts its status changes, and the payment of a paid invoice. It was issued before it was voided or canceled. */
export async function makeInvoice(db: Database, facts: Facts) {
  const invoice = await db.insert(invoices).values(invoiceRow(facts)).returning().then(only)
  const { status, createdAt } = invoice
  const changes = { organizationId: invoice.organizationId, invoiceId: invoice.id }
  if (isVoided(invoice)) {
    await db.insert(invoiceStatusChanges).values({ ...changes, toStatus: 'issued', createdAt })
    await db.insert(invoiceStatusChanges).values({ ...changes, fromStatus: 'issued', toStatus: status })
  } else await db.insert(invoiceStatusChanges).values({ ...changes, toStatus: status, createdAt })
  if (status === 'paid') await db.insert(payments).values(paymentRow(invoice))
  return invoice
}

const paymentRow = ({ organizationId, id, amountCents, paidAt }: PaidRow): typeof payments.$inferInsert => ({
  organizationId,
  invoiceId: id,
  kind: 'payment',
  amountCents,
  receivedOn: dayOf(paidAt ?? ''),
  ...(paidAt && { createdAt: paidAt }),
})
type PaidRow = Pick<typeof invoices.$inferSelect, 'organizationId' | 'id' | 'amountCents' | 'paidAt'>

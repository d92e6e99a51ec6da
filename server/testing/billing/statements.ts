import { randomUUID } from 'node:crypto'
import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import { statements } from '#contract/billing/statements.ts'
import { invoiceRow } from '#demo/rows/invoices.ts'
import { only } from '#server/database/database.ts'
import { invoices, invoiceStatusChanges } from '#server/database/schema/billing/invoices.ts'
import { creditNotes, payments } from '#server/database/schema/billing/payments.ts'
import { db, type Person } from '#server/testing/testing.ts'

/** '2027-03-05' at noon in South Africa, or at another time there: '2027-03-05 23:59'. */
export const at = (moment: string) =>
  new Date(`${moment.replace(' ', 'T')}${moment.length === 10 ? 'T12:00' : ''}+02:00`).toISOString()

type Owner = Pick<Person, 'organizationId'>
type InvoiceFacts = {
  moment: string
  amountCents?: number
  dueDate?: string
  status?: InvoiceStatus
  invoiceNumber?: string
}
export type StoredInvoice = typeof invoices.$inferSelect

/** An invoice whose log began at a moment. What is logged of it later leaves its row alone: a statement only reads the log. */
export async function issue(
  { organizationId }: Owner,
  { moment, status = 'issued', ...facts }: InvoiceFacts,
): Promise<StoredInvoice> {
  const createdAt = at(moment)
  const row = invoiceRow({ organizationId, createdAt, status: 'issued', dueDate: '2027-12-31', ...facts })
  const invoice = await db.insert(invoices).values(row).returning().then(only)
  await db.insert(invoiceStatusChanges).values({ organizationId, invoiceId: invoice.id, toStatus: status, createdAt })
  return invoice
}

export const move = (
  { organizationId, id }: StoredInvoice,
  { from, to, moment }: { from: InvoiceStatus; to: InvoiceStatus; moment: string },
) =>
  db
    .insert(invoiceStatusChanges)
    .values({ organizationId, invoiceId: id, fromStatus: from, toStatus: to, createdAt: at(moment) })

type Money = Partial<typeof payments.$inferInsert> & { moment: string }

/** The amount added to the invoice, negative if it reduces it. */
export const book = ({ organizationId, id }: StoredInvoice, amountCents: number, { moment, ...facts }: Money) =>
  db.insert(payments).values({
    organizationId,
    invoiceId: id,
    kind: 'payment',
    amountCents,
    receivedOn: moment.slice(0, 10),
    createdAt: at(moment),
    ...facts,
  })

export const refund = ({ organizationId }: Owner, amountCents: number, moment: string) =>
  db.insert(payments).values({
    organizationId,
    kind: 'refund',
    amountCents: -amountCents,
    receivedOn: moment.slice(0, 10),
    reference: 'REFUND 1',
    createdAt: at(moment),
  })

export const credit = ({ organizationId, id }: StoredInvoice, amountCents: number, moment: string) =>
  db
    .insert(creditNotes)
    .values({
      organizationId,
      invoiceId: id,
      creditNoteNumber: `CN-${randomUUID().slice(0, 8)}`,
      amountCents,
      vatBasisPoints: 1500,
      reason: 'Billed twice',
      particulars,
      createdAt: at(moment),
    })
    .returning()
    .then(only)

const anyParty = { name: 'Anyone', address: null, vatNumber: null }
const particulars = { vendor: anyParty, recipient: anyParty }

export const read = async (person: Person, from: string, to: string) =>
  (await person.call(statements.read, { query: { from, to } })).body

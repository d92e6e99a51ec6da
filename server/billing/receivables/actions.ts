import { isOutstanding, paidOn, type InvoiceFilter, type PaymentKind } from '#contract/billing/invoices.ts'
import type { Ageing } from '#contract/billing/receivables.ts'
import { AGES } from '#contract/billing/ages.ts'
import { toAmount } from '#contract/money.ts'
import { present } from '#server/billing/invoices/present.ts'
import { countMatching, findInvoices } from '#server/billing/invoices/queries.ts'
import type { Database } from '#server/database/database.ts'
import { dayOf } from '#server/domain/calendar.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { everyRow } from '#server/platform/http/lists/pages.ts'
import type { Sources } from '#server/platform/platform.ts'
import { countPayments, findAges, findPayments, type PaymentFilter } from './queries.ts'

export async function readAgeing(db: Database): Promise<Ageing> {
  const found = new Map((await findAges(db)).map((row) => [row.age, row]))
  return AGES.map((age) => {
    const { cents = 0, invoices = 0 } = found.get(age) ?? {}
    return { age, amount: toAmount(cents), invoices }
  })
}

export const invoiceColumns = [
  { key: 'invoiceNumber', header: 'Invoice' },
  { key: 'organizationName', header: 'Organization' },
  { key: 'status', header: 'Status' },
  { key: 'amount', header: 'Amount' },
  { key: 'paid', header: 'Paid' },
  { key: 'credited', header: 'Credited' },
  { key: 'balance', header: 'Balance' },
  { key: 'created', header: 'Created' },
  { key: 'dueDate', header: 'Due' },
  { key: 'paidOn', header: 'Paid on' },
  { key: 'notes', header: 'Notes' },
] as const

/** Streams the rows, a page at a time. The export itself is audited. */
export async function exportInvoices({ db, reports }: Sources, actor: Actor, filter: InvoiceFilter) {
  await audit(db, actor, {
    action: 'invoice.exported',
    organizationId: null,
    changes: { filter: [null, filter], invoices: [null, await countMatching(reports, 'all', filter)] },
  })
  return everyInvoice(reports, filter)
}

async function* everyInvoice(db: Database, filter: InvoiceFilter) {
  for await (const row of everyRow((page) => findInvoices(db, 'all', { ...filter, ...page }))) {
    const invoice = present(row)
    const { invoiceNumber, organizationName, status, dueDate, notes, createdAt, ...money } = invoice
    const paid = paidOn(invoice)
    yield {
      invoiceNumber,
      organizationName,
      status,
      dueDate,
      notes,
      amount: { amount: money.amount },
      paid: { amount: money.paidAmount },
      credited: { amount: money.creditedAmount },
      balance: { amount: isOutstanding(invoice) ? money.balance : toAmount(0) },
      created: dayOf(createdAt),
      paidOn: paid && dayOf(paid),
    }
  }
}

export const paymentColumns = [
  { key: 'receivedOn', header: 'Date' },
  { key: 'organizationName', header: 'Organization' },
  { key: 'kind', header: 'Kind' },
  { key: 'amount', header: 'Amount' },
  { key: 'invoiceNumber', header: 'Invoice' },
  { key: 'reference', header: 'Reference' },
  { key: 'note', header: 'Note' },
  { key: 'recordedBy', header: 'Recorded by' },
  { key: 'createdAt', header: 'Recorded (UTC)' },
] as const

export async function exportPayments({ db, reports }: Sources, actor: Actor, filter: PaymentFilter) {
  await audit(db, actor, {
    action: 'invoice.payments-exported',
    organizationId: null,
    changes: { filter: [null, filter], payments: [null, await countPayments(reports, filter)] },
  })
  return everyPayment(reports, filter)
}

async function* everyPayment(db: Database, filter: PaymentFilter) {
  for await (const row of everyRow((page) => findPayments(db, filter, page))) {
    const { id: _id, sortKey: _sortKey, amountCents, kind, ...facts } = row
    yield { ...facts, kind: kinds[kind], amount: { amount: toAmount(amountCents) } }
  }
}

const kinds: Record<PaymentKind, string> = {
  payment: 'Payment',
  reversal: 'Reversal',
  refund: 'Refund',
  credit_kept: 'Credit kept',
  credit_used: 'Credit used',
}

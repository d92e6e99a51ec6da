import {
  isOutstanding,
  paidOn,
  type Invoice,
  type InvoiceFilter,
  type PaymentKind,
} from '#contract/billing/invoices.ts'
import type { Ageing } from '#contract/billing/receivables.ts'
import { AGES } from '#contract/billing/ages.ts'
import { toAmount } from '#contract/money.ts'
import { present } from '#server/billing/invoices/present.ts'
import { countMatching, findInvoices } from '#server/billing/invoices/queries.ts'
import type { Database } from '#server/database/database.ts'
import { dayOf } from '#server/domain/calendar.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { columnsOf } from '#server/platform/http/answers/csv.ts'
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

type LeftOut =
  | 'id'
  | 'organizationId'
  | 'isManual'
  | 'totalAmount'
  | 'currency'
  | 'periodStart'
  | 'periodEnd'
  | 'invoiceUrl'
  | 'hasProof'

const headers: Record<Exclude<keyof Invoice, LeftOut>, string> = {
  invoiceNumber: 'Invoice',
  organizationName: 'Organization',
  status: 'Status',
  amount: 'Amount',
  paidAmount: 'Paid',
  creditedAmount: 'Credited',
  balance: 'Balance',
  createdAt: 'Created',
  dueDate: 'Due',
  paidAt: 'Paid on',
  notes: 'Notes',
}
export const invoiceColumns = columnsOf(headers)

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
    const paid = paidOn(invoice)
    yield {
      ...invoice,
      amount: { amount: invoice.amount },
      paidAmount: { amount: invoice.paidAmount },
      creditedAmount: { amount: invoice.creditedAmount },
      balance: { amount: isOutstanding(invoice) ? invoice.balance : toAmount(0) },
      createdAt: dayOf(invoice.createdAt),
      paidAt: paid && dayOf(paid),
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

import { isCounted, type InvoiceStatus } from '#contract/billing/invoices.ts'
import { sumCents } from '#contract/money.ts'
import { balanceOf, type InvoiceSums, type LockedInvoice } from '#server/domain/invoices.ts'
import type { Entry, StoredEntry } from './queries.ts'

/** Returns the status after money moves: an outstanding or paid invoice is paid exactly when its balance is 0. Others stay as they are. */
export function statusWith(today: string, invoice: LockedInvoice, change: Partial<InvoiceSums>): InvoiceStatus {
  if (!isCounted(invoice)) return invoice.status
  if (balanceOf({ ...invoice, ...change }) === 0) return 'paid'
  if (invoice.status !== 'paid') return invoice.status
  return invoice.dueDate < today ? 'overdue' : 'issued'
}

type Row = Pick<StoredEntry, 'id' | 'kind' | 'amountCents' | 'reverses'>

function paymentsLeft(rows: Row[]) {
  const gone = new Set(rows.map(({ reverses }) => reverses))
  return rows.filter(({ id, kind }) => kind === 'payment' && !gone.has(id))
}

/** Cents of credit that an invoice used; negative if credit was kept from it. */
export const movedCredit = (rows: Pick<Row, 'kind' | 'amountCents'>[]) =>
  sumCents(rows.filter(({ kind }) => kind === 'credit_used' || kind === 'credit_kept'))

const moveCredit = (amountCents: number): Entry[] =>
  amountCents === 0 ? [] : [{ kind: amountCents > 0 ? 'credit_used' : 'credit_kept', amountCents }]

const reversalOf = ({ id, amountCents }: Pick<Row, 'id' | 'amountCents'>, note?: string): Entry => ({
  kind: 'reversal',
  amountCents: -amountCents,
  reverses: id,
  note: note ?? null,
})

export const undoAll = (rows: Row[]): Entry[] => [
  ...paymentsLeft(rows).map((row) => reversalOf(row)),
  ...moveCredit(-movedCredit(rows)),
]

type Reversal = { invoice: InvoiceSums; rows: Row[]; payment: Row; note: string }

/** Returns entries that reverse one payment, taking back first the credit that the invoice kept. */
export function undoOne({ invoice, rows, payment, note }: Reversal): Entry[] {
  const missing = balanceOf(invoice) + payment.amountCents
  const kept = Math.max(0, -movedCredit(rows))
  return [reversalOf(payment, note), ...moveCredit(Math.min(missing, kept))]
}

export const keepExcess = (tooMuchCents: number) => moveCredit(-Math.max(0, tooMuchCents))

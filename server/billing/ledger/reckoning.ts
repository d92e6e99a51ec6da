import type { InvoiceStatus } from '#contract/billing/invoices.ts'
import type { LockedInvoice } from '#server/domain/invoices.ts'
import type { Entry, StoredEntry } from './queries.ts'

type Sums = Pick<LockedInvoice, 'amountCents' | 'paidCents' | 'creditedCents'>

/** Cents that are still to be paid. */
export const balanceOf = ({ amountCents, paidCents, creditedCents }: Sums) => amountCents - paidCents - creditedCents

/** The status of an owed or paid invoice when its money changes: paid as soon as nothing is left, and only then. */
export function statusWith(today: string, invoice: LockedInvoice, change: Partial<Sums>): InvoiceStatus {
  if (balanceOf({ ...invoice, ...change }) === 0) return 'paid'
  if (invoice.status !== 'paid') return invoice.status
  return invoice.dueDate < today ? 'overdue' : 'issued'
}

type Row = Pick<StoredEntry, 'id' | 'kind' | 'amountCents' | 'reverses'>

/** Money that came and was not taken back. */
function standing(rows: Row[]) {
  const gone = new Set(rows.map(({ reverses }) => reverses))
  return rows.filter(({ id, kind }) => kind === 'payment' && !gone.has(id))
}

/** Cents of credit that an invoice has used; below 0: that were kept from it. */
export const movedCredit = (rows: Pick<Row, 'kind' | 'amountCents'>[]) =>
  rows
    .filter(({ kind }) => kind === 'credit_used' || kind === 'credit_kept')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)

const moveCredit = (amountCents: number): Entry[] =>
  amountCents === 0 ? [] : [{ kind: amountCents > 0 ? 'credit_used' : 'credit_kept', amountCents }]

const reversalOf = ({ id, amountCents }: Pick<Row, 'id' | 'amountCents'>, note?: string): Entry => ({
  kind: 'reversal',
  amountCents: -amountCents,
  reverses: id,
  note: note ?? null,
})

/** What leaves nothing of the money in an invoice: payments are reversed, and credit goes back to where it came from. */
export const undoAll = (rows: Row[]): Entry[] => [
  ...standing(rows).map((row) => reversalOf(row)),
  ...moveCredit(-movedCredit(rows)),
]

type Reversal = { invoice: Sums; rows: Row[]; payment: Row; note: string }

/** What takes one payment back. What the invoice has kept as credit is needed here first. */
export function undoOne({ invoice, rows, payment, note }: Reversal): Entry[] {
  const missing = balanceOf(invoice) + payment.amountCents
  const kept = Math.max(0, -movedCredit(rows))
  return [reversalOf(payment, note), ...moveCredit(Math.min(missing, kept))]
}

/** Money beyond what is owed is kept for the next invoice. */
export const keepRest = (tooMuchCents: number) => moveCredit(-Math.max(0, tooMuchCents))

export const sumOf = (entries: Entry[]) => entries.reduce((sum, { amountCents }) => sum + amountCents, 0)

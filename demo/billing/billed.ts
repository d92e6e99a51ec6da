import { VAT_BASIS_POINTS, type InvoiceStatus } from '#contract/billing/invoices.ts'
import { sumCents } from '#contract/money.ts'
import type { Random } from '#demo/random.ts'
import type { InvoiceRow } from '#demo/rows/invoices.ts'
import type { invoiceItems, invoiceStatusChanges, Particulars } from '#server/database/schema/billing/invoices.ts'
import type { creditNotes, payments } from '#server/database/schema/billing/payments.ts'
import { dayOf } from '#server/domain/calendar.ts'

export type Line = { description: string; quantity: number; amountCents: number }
export type StatusChange = { to: InvoiceStatus; at: string; byPerson?: boolean }
export type Money = Pick<typeof payments.$inferInsert, 'kind' | 'amountCents' | 'note'> & { at: string }
type Credit = { amountCents: number; reason: string; at: string }

export type BilledInvoice = {
  facts: Pick<InvoiceRow, 'organizationId' | 'dueDate' | 'amountCents'> & Partial<InvoiceRow> & { id: string }
  lines: Line[]
  /** The first one creates the invoice. */
  statusChanges: [StatusChange, ...StatusChange[]]
  money: Money[]
  credit?: Credit
}

export const createdAt = ({ statusChanges: [first] }: BilledInvoice) => first.at

export type NumberedInvoice = {
  billed: BilledInvoice
  invoiceNumber: string
  particulars: Particulars
  adminId: string
}

const vatRateOf = ({ vendor }: Particulars) => (vendor.vatNumber ? VAT_BASIS_POINTS : 0)

export function invoiceOf({
  billed,
  invoiceNumber,
  particulars,
}: NumberedInvoice): InvoiceRow & { id: string; createdAt: string } {
  const { facts, statusChanges, money, credit } = billed
  const { to: status, at } = statusChanges.at(-1)!
  return {
    ...facts,
    invoiceNumber,
    particulars,
    vatBasisPoints: vatRateOf(particulars),
    status,
    paidAt: status === 'paid' ? at : null,
    paidCents: sumCents(money),
    creditedCents: credit?.amountCents ?? 0,
    createdAt: createdAt(billed),
    updatedAt: [at, ...money.map((entry) => entry.at), credit?.at ?? ''].toSorted().at(-1)!,
  }
}

const about = ({ facts: { organizationId, id } }: BilledInvoice) => ({ organizationId, invoiceId: id })

export const itemsOf = ({ billed }: NumberedInvoice): (typeof invoiceItems.$inferInsert)[] =>
  billed.lines.map((line, index) => ({ ...about(billed), ...line, position: index + 1 }))

export const statusChangesOf = ({ billed, adminId }: NumberedInvoice): (typeof invoiceStatusChanges.$inferInsert)[] =>
  billed.statusChanges.map(({ to, at, byPerson }, index) => ({
    ...about(billed),
    fromStatus: billed.statusChanges[index - 1]?.to ?? null,
    toStatus: to,
    userId: byPerson ? adminId : null,
    createdAt: at,
  }))

/** A reversal reverses the payment before it. */
export function paymentsOf({ billed, invoiceNumber, adminId }: NumberedInvoice, random: Random) {
  const rows = billed.money.map(({ at, ...entry }): typeof payments.$inferInsert & { id: string } => ({
    ...about(billed),
    ...entry,
    id: random.uuid(),
    receivedOn: dayOf(at),
    reference: entry.kind === 'payment' ? `EFT ${invoiceNumber}` : null,
    userId: entry.kind === 'credit_used' ? null : adminId,
    createdAt: at,
  }))
  return rows.map((row, index) => (row.kind === 'reversal' ? { ...row, reverses: rows[index - 1]?.id } : row))
}

type CreditNote = typeof creditNotes.$inferInsert & { id: string; createdAt: string }

export const creditOf = (
  { billed, particulars, adminId }: NumberedInvoice,
  given: Pick<CreditNote, 'id' | 'creditNoteNumber'>,
) => {
  const { credit } = billed
  if (!credit) return []
  const { at, ...note } = credit
  const row: CreditNote = {
    ...about(billed),
    ...note,
    ...given,
    vatBasisPoints: vatRateOf(particulars),
    particulars,
    userId: adminId,
    createdAt: at,
  }
  return [row]
}

import { VAT_BASIS_POINTS, isCounted, isSettled } from '#contract/billing/invoices.ts'
import { containedVat, formatRand } from '#contract/money.ts'
import type { Item } from '#server/domain/invoices.ts'
import type { Party } from '#server/platform/pdf/letterhead.ts'
import type { Total } from '#server/platform/pdf/table.ts'
import type { PrintedInvoice } from './queries.ts'

export type Vendor = Party & { bankDetails: string | undefined }
export type Printed = Omit<PrintedInvoice, 'id' | 'organizationId' | 'object' | 'particulars'> & { items: Item[] }

/** As they were when it was issued; where that was not kept, as they are. The bank account is always today's. */
export function partiesOf(
  { particulars, recipient }: Pick<PrintedInvoice, 'particulars' | 'recipient'>,
  today: Vendor,
) {
  if (!particulars) return { vendor: today, recipient }
  return { vendor: { ...particulars.vendor, bankDetails: today.bankDetails }, recipient: particulars.recipient }
}

type Taxed = { amountCents: number; vatBasisPoints: number | null }

/** The VAT in it, at its own rate or, where it has none, at today's. Null: the vendor charges none, or charged none then. */
export function vatOf({ amountCents, vatBasisPoints }: Taxed, { vatNumber }: Party) {
  const rate = vatBasisPoints ?? VAT_BASIS_POINTS
  if (rate === 0 || !vatNumber) return null
  return { percent: rate / 100, cents: containedVat(amountCents, rate) }
}

/** The words the law asks for stand on an invoice with VAT and on no other. */
export const titleOf = (invoice: Printed, vendor: Party) => (vatOf(invoice, vendor) ? 'Tax Invoice' : 'Invoice')

/** Cents that are still to be paid: nothing of what was taken back. */
export const balanceOf = (invoice: Printed) =>
  isSettled(invoice) ? 0 : invoice.amountCents - invoice.paidCents - invoice.creditedCents

/** Nothing of it is left, whether it was void or stayed paid then. */
export const isCreditedInFull = ({ status, amountCents, creditedCents }: Printed) =>
  creditedCents === amountCents && (status === 'void' || isCounted({ status }))

/** The value, the VAT in it and the total; without VAT the total alone. */
export function valueRows(taxed: Taxed, vendor: Party): Total[] {
  const total: Total = { style: 'total', label: 'Total (ZAR)', value: formatRand(taxed.amountCents) }
  const vat = vatOf(taxed, vendor)
  if (!vat) return [total]
  return [
    { style: 'text', label: 'Total excluding VAT', value: formatRand(taxed.amountCents - vat.cents) },
    { style: 'text', label: `VAT ${vat.percent} %`, value: formatRand(vat.cents) },
    total,
  ]
}

/** What was paid and what was credited, and what that leaves. Of an invoice without either the total says it all. */
export function balanceRows(invoice: Printed): Total[] {
  const taken: Total[] = [
    { style: 'text' as const, label: 'Paid', cents: invoice.paidCents },
    { style: 'text' as const, label: 'Credited', cents: invoice.creditedCents },
  ].flatMap(({ cents, ...row }) => (cents === 0 ? [] : [{ ...row, value: formatRand(-cents) }]))
  if (taken.length === 0) return []
  return [...taken, { style: 'total', label: 'Balance due', value: formatRand(balanceOf(invoice)) }]
}

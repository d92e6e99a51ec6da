import { VAT_BASIS_POINTS, isCounted, hasNothingDue } from '#contract/billing/invoices.ts'
import { containedVat, formatRand } from '#contract/money.ts'
import { balanceOf, type Item } from '#server/domain/invoices.ts'
import type { Party } from '#server/platform/pdf/letterhead.ts'
import type { Total } from '#server/platform/pdf/table.ts'
import type { PrintedInvoice } from './queries.ts'

/** `contact` is a line at the end. */
export type Vendor = Party & { bankDetails: string | undefined; contact?: string | undefined }
export type InvoicePrint = Omit<PrintedInvoice, 'id' | 'organizationId' | 'object' | 'particulars' | 'wasIssued'> & {
  items: Item[]
}

/** Returns both parties as stored at issue, or today's if none were stored. Bank account and contact are always today's. */
export function partiesOf(
  { particulars, recipient }: Pick<PrintedInvoice, 'particulars' | 'recipient'>,
  today: Vendor,
) {
  if (!particulars) return { vendor: today, recipient }
  return {
    vendor: { ...particulars.vendor, bankDetails: today.bankDetails, contact: today.contact },
    recipient: particulars.recipient,
  }
}

type TaxedAmount = { amountCents: number; vatBasisPoints: number | null; creditedBeforeCents?: number }

/**
 * Returns the VAT included at the invoice's rate or, if it stored none, today's. Null if no VAT was charged. The VAT of a credit note is
 * rounded together with the earlier ones, so that of all notes adds up.
 */
export function vatOf(taxed: TaxedAmount, { vatNumber }: Party) {
  const { amountCents, vatBasisPoints, creditedBeforeCents: before = 0 } = taxed
  const rate = vatBasisPoints ?? VAT_BASIS_POINTS
  if (rate === 0 || !vatNumber) return null
  return { percent: rate / 100, cents: containedVat(before + amountCents, rate) - containedVat(before, rate) }
}

/** South African law requires the words 'Tax Invoice' on an invoice with VAT. */
export const titleOf = (invoice: InvoicePrint, vendor: Party) => (vatOf(invoice, vendor) ? 'Tax Invoice' : 'Invoice')

export const balanceDue = (invoice: InvoicePrint) => (hasNothingDue(invoice) ? 0 : balanceOf(invoice))

/** True for both the void and the paid invoice that a credit note covers. */
export const isCreditedInFull = ({ status, amountCents, creditedCents }: InvoicePrint) =>
  creditedCents === amountCents && (status === 'void' || isCounted({ status }))

export function valueRows(taxed: TaxedAmount, vendor: Party): Total[] {
  const total: Total = { style: 'total', label: 'Total (ZAR)', value: formatRand(taxed.amountCents) }
  const vat = vatOf(taxed, vendor)
  if (!vat) return [total]
  return [
    { style: 'text', label: 'Total excluding VAT', value: formatRand(taxed.amountCents - vat.cents) },
    { style: 'text', label: `VAT ${vat.percent}%`, value: formatRand(vat.cents) },
    total,
  ]
}

export function balanceRows(invoice: InvoicePrint): Total[] {
  const taken: Total[] = [
    { style: 'text' as const, label: 'Paid', cents: invoice.paidCents },
    { style: 'text' as const, label: 'Credited', cents: invoice.creditedCents },
  ].flatMap(({ cents, ...row }) => (cents === 0 ? [] : [{ ...row, value: formatRand(-cents) }]))
  if (taken.length === 0) return []
  return [...taken, { style: 'total', label: 'Balance due', value: formatRand(balanceDue(invoice)) }]
}

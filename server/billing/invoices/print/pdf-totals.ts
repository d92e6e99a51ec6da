import { formatRand } from '#contract/money.ts'
import type { Party } from '#server/platform/pdf/letterhead.ts'
import type { Total } from '#server/platform/pdf/totals.ts'
import { balanceOf, vatOf, type Printed } from './printed-invoice.ts'

type Taxed = Parameters<typeof vatOf>[0]

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

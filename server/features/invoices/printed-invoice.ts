import { VAT_BASIS_POINTS } from '#contract/invoices.ts'
import { containedVat } from '#contract/money.ts'
import type { Config } from '#server/platform/config.ts'
import type { Item, PrintedInvoice } from './queries.ts'

export type Vendor = Config['vendor']
export type Printed = Omit<PrintedInvoice, 'id' | 'organizationId' | 'object'> & { items: Item[] }

/** The VAT in it, at its own rate or, where it has none, at today's. Null: the vendor charges none, or charged none then. */
export function vatOf({ amountCents, vatBasisPoints }: Printed, vendor: Vendor) {
  const rate = vatBasisPoints ?? VAT_BASIS_POINTS
  if (rate === 0 || vendor.vatNumber === undefined) return null
  return { percent: rate / 100, cents: containedVat(amountCents, rate) }
}

/** The words the law asks for stand on an invoice with VAT and on no other. */
export const titleOf = (invoice: Printed, vendor: Vendor) => (vatOf(invoice, vendor) ? 'Tax Invoice' : 'Invoice')

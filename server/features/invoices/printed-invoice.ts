import { containedVat } from '#contract/money.ts'
import type { Config } from '#server/platform/config.ts'
import type { Item, PrintedInvoice } from './queries.ts'

export type Vendor = Config['vendor']
export type Printed = Omit<PrintedInvoice, 'id' | 'organizationId' | 'object'> & { items: Item[] }

/** The VAT in it, shown by who may charge it on invoices that were made with it. Null: there is none to show. */
export function vatOf({ amountCents, vatBasisPoints }: Printed, vendor: Vendor) {
  if (vatBasisPoints === null || vendor.vatNumber === undefined) return null
  return { percent: vatBasisPoints / 100, cents: containedVat(amountCents, vatBasisPoints) }
}

/** The words the law asks for stand on an invoice with VAT and on no other. */
export const titleOf = (invoice: Printed, vendor: Vendor) => (vatOf(invoice, vendor) ? 'Tax Invoice' : 'Invoice')

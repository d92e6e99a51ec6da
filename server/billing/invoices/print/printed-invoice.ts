import { VAT_BASIS_POINTS, isCounted, isSettled } from '#contract/billing/invoices.ts'
import { containedVat } from '#contract/money.ts'
import type { Item } from '#server/domain/invoices.ts'
import type { Party } from '#server/platform/pdf/letterhead.ts'
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

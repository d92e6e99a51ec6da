import type { Invoice } from '#contract/billing/invoices.ts'
import { toAmount } from '#contract/money.ts'
import type { BillingLock } from '#server/billing/lock.ts'
import { balanceOf, type Item, type LockedInvoice } from '#server/domain/invoices.ts'
import type { InvoiceRow } from './queries.ts'

/** Maps a row to the contract. A void invoice keeps its balance but is in no total. */
export function present<Row extends Omit<InvoiceRow, 'sortKey'>>({
  amountCents,
  paidCents,
  creditedCents,
  ...row
}: Row) {
  const amount = toAmount(amountCents)
  return {
    ...row,
    amount,
    totalAmount: amount,
    balance: toAmount(balanceOf({ amountCents, paidCents, creditedCents })),
    paidAmount: toAmount(paidCents),
    creditedAmount: toAmount(creditedCents),
    currency: 'ZAR' as const,
    invoiceUrl: row.status === 'draft' ? null : `/api/invoices/${row.id}/download`,
  }
}

export const presentLocked = ({ organization }: BillingLock, invoice: LockedInvoice): Invoice =>
  present({ ...invoice, organizationName: organization.name })

export const presentItem = ({ amountCents, ...item }: Item) => ({ ...item, amount: toAmount(amountCents) })

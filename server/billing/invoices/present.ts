import { toAmount } from '#contract/money.ts'
import type { InvoiceRow } from './queries.ts'

/** As the contract shows it. What was taken back keeps its balance, and is in no total. */
export function present<Row extends InvoiceRow>({ amountCents, paidCents, creditedCents, ...row }: Row) {
  const amount = toAmount(amountCents)
  return {
    ...row,
    amount,
    totalAmount: amount,
    balance: toAmount(amountCents - paidCents - creditedCents),
    paidAmount: toAmount(paidCents),
    creditedAmount: toAmount(creditedCents),
    currency: 'ZAR' as const,
    invoiceUrl: row.status === 'draft' ? null : `/api/invoices/${row.id}/download`,
  }
}

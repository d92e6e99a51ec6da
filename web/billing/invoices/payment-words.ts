import type { PaymentKind } from '#contract/billing/invoices.ts'

export const paymentWords: Record<PaymentKind, string> = {
  payment: 'Payment',
  reversal: 'Payment reversed',
  credit_kept: 'Kept as credit',
  credit_used: 'Paid from credit',
  refund: 'Refund',
}

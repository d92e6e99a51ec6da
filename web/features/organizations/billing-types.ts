import type { BillingType } from '#contract/billing.ts'

export const billingTypes: { value: BillingType; label: string }[] = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'annual', label: 'Annual' },
]

import type { BillingType } from '#contract/billing/billing.ts'

/** How often. */
export const billingWords: Record<BillingType, string> = { monthly: 'Monthly', annual: 'Annual' }

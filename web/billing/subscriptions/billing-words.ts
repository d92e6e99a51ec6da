import type { BillingType } from '#contract/billing/terms.ts'

/** How often. */
export const billingWords: Record<BillingType, string> = { monthly: 'Monthly', annual: 'Annual' }

import type { BillingType } from '#contract/billing/subscriptions.ts'

/** How often. */
export const billingWords: Record<BillingType, string> = { monthly: 'Monthly', annual: 'Annual' }

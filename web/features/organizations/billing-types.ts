import { BillingType } from '#contract/billing.ts'
import { billingWords } from '#web/features/billing/billing-words.ts'

/** For a select. */
export const billingTypes = BillingType.options.map((value) => ({ value, label: billingWords[value] }))

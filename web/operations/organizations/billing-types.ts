import { BillingType } from '#contract/billing/terms.ts'
import { billingWords } from '#web/billing/subscriptions/billing-words.ts'

/** For a select. */
export const billingTypes = BillingType.options.map((value) => ({ value, label: billingWords[value] }))

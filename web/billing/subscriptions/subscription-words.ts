import type { ShownStatus } from '#contract/billing/subscriptions.ts'
import { BillingType } from '#contract/billing/terms.ts'
import type { Tone } from '#web/ui/tone.ts'

const looks: Record<ShownStatus, { tone: Tone; children: string }> = {
  active: { tone: 'success', children: 'Active' },
  past_due: { tone: 'warning', children: 'Past due' },
  overdue: { tone: 'warning', children: 'Overdue' },
  unpaid: { tone: 'danger', children: 'Unpaid' },
  trial: { tone: 'info', children: 'Trial' },
  canceled: { tone: 'neutral', children: 'Canceled' },
}

/** For `<Badge {...subscriptionBadge(shownStatus(subscription))} />`. */
export const subscriptionBadge = (status: ShownStatus) => looks[status]

export const billingWords: Record<BillingType, string> = { monthly: 'Monthly', annual: 'Annual' }

export const billingTypes = BillingType.options.map((value) => ({ value, label: billingWords[value] }))

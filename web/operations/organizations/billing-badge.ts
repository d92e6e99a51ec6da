import { BillingStatus } from '#contract/operations/organizations.ts'
import type { Tone } from '#web/ui/tone.ts'
import { subscriptionBadge } from '#web/billing/subscriptions/subscription-words.ts'

type Look = { tone: Tone; look?: 'outline'; children: string }

const NO_SUBSCRIPTION: Look = { tone: 'neutral', look: 'outline', children: 'No subscription' }

/** For `<Badge {...billingBadge(organization.billingStatus)} />`. */
export const billingBadge = (status: BillingStatus): Look =>
  status === 'none' ? NO_SUBSCRIPTION : subscriptionBadge(status)

export const billingStatuses = [
  { value: '', label: 'Any billing' },
  ...BillingStatus.options.map((value) => ({ value, label: billingBadge(value).children })),
]

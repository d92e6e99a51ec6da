import { CustomerStatus } from '#contract/operations/customers.ts'
import { BillingStatus } from '#contract/operations/organizations.ts'
import { subscriptionBadge } from '#web/billing/subscriptions/subscription-words.ts'
import type { Tone } from '#web/ui/tone.ts'

type Look = { tone: Tone; look?: 'outline'; children: string }

const statuses: Record<CustomerStatus, Look> = {
  active: { tone: 'success', children: 'Active' },
  pending: { tone: 'warning', children: 'Awaiting approval' },
  suspended: { tone: 'danger', children: 'Suspended' },
}

/** For `<Badge {...customerBadge(status)} />`. */
export const customerBadge = (status: CustomerStatus) => statuses[status]

const NO_SUBSCRIPTION: Look = { tone: 'neutral', look: 'outline', children: 'No subscription' }

/** For `<Badge {...billingBadge(status)} />`. */
export const billingBadge = (status: BillingStatus): Look =>
  status === 'none' ? NO_SUBSCRIPTION : subscriptionBadge(status)

export const statusOptions = [
  { value: '', label: 'All statuses' },
  ...CustomerStatus.options.map((value) => ({ value, label: customerBadge(value).children })),
]

export const billingOptions = [
  { value: '', label: 'Any billing status' },
  ...BillingStatus.options.map((value) => ({ value, label: billingBadge(value).children })),
]

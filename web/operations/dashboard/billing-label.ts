import type { SubscriptionStatus } from '#contract/billing/subscriptions.ts'

const labels: Record<SubscriptionStatus, string> = {
  active: 'Active Billing',
  past_due: 'Past Due',
  canceled: 'Canceled',
  unpaid: 'Unpaid',
}

export const billingLabel = (status: string) =>
  Object.hasOwn(labels, status) ? labels[status as SubscriptionStatus] : 'Unknown Status'

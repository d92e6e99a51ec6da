import type { SubscriptionStatus } from '#contract/billing/subscriptions.ts'

const labels: Record<SubscriptionStatus | 'trial', string> = {
  active: 'Active Billing',
  past_due: 'Past Due',
  canceled: 'Canceled',
  trial: 'Trial',
  unpaid: 'Unpaid',
}

export const billingLabel = (status: string) =>
  Object.hasOwn(labels, status) ? labels[status as keyof typeof labels] : 'Unknown Status'

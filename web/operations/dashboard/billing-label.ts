import type { SubscriptionStatus } from '#contract/billing/subscriptions.ts'

const labels: Record<SubscriptionStatus, string> = {
  active: 'Active Billing',
  past_due: 'Past Due',
  canceled: 'Canceled',
  unpaid: 'Unpaid',
}

/** The words of the dashboard. A status this browser does not know yet is said to be unknown. */
export const billingLabel = (status: string) =>
  Object.hasOwn(labels, status) ? labels[status as SubscriptionStatus] : 'Unknown Status'

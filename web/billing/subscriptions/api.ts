import { invoices } from '#contract/billing/invoices.ts'
import { statements } from '#contract/billing/statements.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { formatLongLastDay } from '#web/app/words/business-days.ts'

export const useBilling = () => useRead(subscriptions.read)

export const useCancelSubscription = () =>
  useWrite(subscriptions.cancel, {
    success: ({ currentPeriodEnd }) => [
      'Subscription Cancelled',
      currentPeriodEnd
        ? `Your licenses keep working through ${formatLongLastDay(currentPeriodEnd)}.`
        : 'It is not renewed.',
    ],
    failure: 'Failed to cancel subscription',
    refresh: [subscriptions.read, dashboard.read, invoices.list, statements.read],
  })

export const useChangeDetails = () =>
  useWrite(subscriptions.changeDetails, {
    success: ['Billing details saved', 'They appear on your next invoice.'],
    failure: 'Failed to save billing details',
    refresh: [subscriptions.read],
  })

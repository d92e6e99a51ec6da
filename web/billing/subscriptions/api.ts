import { invoices } from '#contract/billing/invoices.ts'
import { statements } from '#contract/billing/statements.ts'
import { billing } from '#contract/billing/subscriptions.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { useRead, useWrite } from '#web/app/api/data.ts'
import { formatLongDay } from '#web/app/words/business-days.ts'

export const useBilling = () => useRead(billing.read)

export const useCancelSubscription = () =>
  useWrite(billing.cancel, {
    success: ({ currentPeriodEnd }) => [
      'Subscription Cancelled',
      currentPeriodEnd ? `Your licenses keep working until ${formatLongDay(currentPeriodEnd)}.` : 'It is not renewed.',
    ],
    failure: 'Failed to cancel subscription',
    refresh: [billing.read, dashboard.read, invoices.list, statements.read],
  })

export const useChangeDetails = () =>
  useWrite(billing.changeDetails, {
    success: ['Billing details saved', 'The next invoice carries them.'],
    failure: 'Failed to save billing details',
    refresh: [billing.read],
  })

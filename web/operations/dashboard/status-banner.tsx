import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { shownStatus, type Subscription } from '#contract/billing/subscriptions.ts'
import { formatLongLastDay } from '#web/app/words/business-days.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

export function StatusBanner({ subscription }: { subscription: Subscription }) {
  const { currentPeriodEnd } = subscription
  switch (shownStatus(subscription, 'past_due')) {
    case 'active':
      return <Alert tone="success">Your subscription is active and all services are operational.</Alert>
    case 'past_due':
      return (
        <Alert tone="warning" action={<BillingLink>Go to billing</BillingLink>}>
          Your payment is overdue. Please settle it to keep your licenses running.
        </Alert>
      )
    case 'canceled':
      return (
        <Alert tone="info">
          Your subscription is canceled{currentPeriodEnd && ` and ends on ${formatLongLastDay(currentPeriodEnd)}`}.
        </Alert>
      )
    case 'unpaid':
      return (
        <Alert tone="danger" action={<BillingLink>Update payment</BillingLink>}>
          Your subscription is unpaid. Please update your payment method immediately.
        </Alert>
      )
    default:
      return null
  }
}

const BillingLink = ({ children }: { children: ReactNode }) => (
  <Link href="/billing" className={buttonClass({ size: 'small' }, 'text-fg')}>
    {children}
  </Link>
)

import { Link } from 'wouter'
import { shownStatus, type Subscription } from '#contract/billing/subscriptions.ts'
import { links } from '#web/app/links.ts'
import { formatLongLastDay } from '#web/app/words/business-days.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** Renders nothing while the subscription is active and inside its period. */
export function StatusBanner({ subscription }: { subscription: Subscription }) {
  const { currentPeriodEnd } = subscription
  switch (shownStatus(subscription, 'overdue')) {
    case 'overdue':
      return (
        <Alert tone="warning" action={<SalesLink />}>
          Your subscription is overdue. Please contact sales to update your billing.
        </Alert>
      )
    case 'past_due':
      return (
        <Alert tone="warning">Your subscription payment is past due. Please update your payment information.</Alert>
      )
    case 'unpaid':
      return (
        <Alert tone="danger" action={<SalesLink />}>
          Your subscription is unpaid. Please pay what is outstanding, or your licenses stop working.
        </Alert>
      )
    case 'canceled':
      return (
        <Alert>
          Your subscription has been cancelled and will end on{' '}
          {currentPeriodEnd ? formatLongLastDay(currentPeriodEnd) : 'the last day of its period'}.
        </Alert>
      )
    default:
      return null
  }
}

const SalesLink = () => (
  <Link href={links.contactSales} className={buttonClass({ size: 'small' }, 'text-fg')}>
    Contact sales
  </Link>
)

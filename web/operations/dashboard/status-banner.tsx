import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { shownStatus, type Subscription } from '#contract/billing/subscriptions.ts'
import { formatLongLastDay } from '#web/app/words/business-days.ts'
import { whenDevicesStop } from '#web/app/words/devices-stop.ts'
import { TrialBanner } from '#web/billing/trials/parts.tsx'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

type Props = { subscription: Subscription; oldestDue: string | null }

/** An overdue invoice stops devices whether or not it is the subscription's. */
export function StatusBanner({ subscription, oldestDue }: Props) {
  const { currentPeriodEnd } = subscription
  switch (shownStatus(subscription, 'past_due')) {
    case 'active':
      if (oldestDue !== null) return <Overdue oldestDue={oldestDue} />
      return <Alert tone="success">Your subscription is active and all services are operational.</Alert>
    case 'past_due':
      return <Overdue oldestDue={oldestDue} />
    case 'trial':
    case 'canceled':
      return (
        <>
          {oldestDue !== null && <Overdue oldestDue={oldestDue} />}
          {subscription.isTrial ? (
            <TrialBanner {...subscription} />
          ) : (
            <Alert tone="info">
              Your subscription is canceled{currentPeriodEnd && ` and ends on ${formatLongLastDay(currentPeriodEnd)}`}.
            </Alert>
          )}
        </>
      )
    case 'unpaid':
      return (
        <Alert tone="danger" action={<BillingLink>Update payment</BillingLink>}>
          Your subscription is unpaid, so devices don’t run. Please update your payment method immediately.
        </Alert>
      )
    default:
      return null
  }
}

function Overdue({ oldestDue }: Pick<Props, 'oldestDue'>) {
  const { hasStopped, sentence } = oldestDue === null ? AFTER_ITS_PERIOD : whenDevicesStop(oldestDue)
  return (
    <Alert tone={hasStopped ? 'danger' : 'warning'} action={<BillingLink>Go to billing</BillingLink>}>
      Your payment is overdue. {sentence}
    </Alert>
  )
}

const AFTER_ITS_PERIOD = { hasStopped: false, sentence: 'Please settle it to keep your licenses running.' }

const BillingLink = ({ children }: { children: ReactNode }) => (
  <Link href="/billing" className={buttonClass({ size: 'small' }, 'text-fg')}>
    {children}
  </Link>
)

import { daysUntilRenewal, shownStatus, type BillingType, type Subscription } from '#contract/billing/billing.ts'
import { formatDay } from '#web/app/words/business-days.ts'
import { Fact } from '#web/ui/page/fact.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { billingWords } from './billing-words.ts'
import { CurrentPeriod } from './current-period.tsx'
import { subscriptionBadge } from './subscription-badge.ts'

type Props = { subscription: Subscription; billingType: BillingType | null }

export function SubscriptionFacts({ subscription, billingType }: Props) {
  const { planName, price, licenseLimit, currentPeriodEnd } = subscription
  const end = currentPeriodEnd ? formatDay(currentPeriodEnd) : 'open'
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <Fact label="Plan">{planName}</Fact>
      <Fact label="Status">
        <Badge {...subscriptionBadge(shownStatus(subscription, 'overdue'))} />
      </Fact>
      <Fact label="Price">R{price} per month</Fact>
      <Fact label="License limit">{licenseLimit === 1 ? '1 seat' : `${licenseLimit} seats`}</Fact>
      <CurrentPeriod subscription={subscription} />
      {billingType && <Fact label="Billing">{billingWords[billingType]}</Fact>}
      <Fact label="Next billing date">{subscription.status === 'canceled' ? 'None' : end}</Fact>
      <Fact label={subscription.status === 'canceled' ? 'Days until it ends' : 'Days until renewal'}>
        {remaining(subscription)}
      </Fact>
    </dl>
  )
}

function remaining(subscription: Subscription) {
  const days = daysUntilRenewal(subscription)
  if (days <= 0) return 'Overdue'
  return days === 1 ? '1 day' : `${days} days`
}

import { CalendarX } from 'lucide-react'
import { cancellationReasons } from '#contract/billing/subscriptions/cancellation-reasons.ts'
import type { Cancellation } from '#contract/billing/subscriptions/cancellation.ts'
import {
  canCancelForCustomer,
  canResume,
  shownStatus,
  whyNotChange,
  type Subscription,
} from '#contract/billing/subscriptions.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { canSubscribe, type OrganizationBilling } from '#contract/operations/organizations.ts'
import { ESTIMATE, UpcomingFacts } from '#web/billing/invoices/parts.tsx'
import { CurrentPeriod, FeaturesFact } from '#web/billing/subscriptions/parts.tsx'
import { billingWords, subscriptionBadge } from '#web/billing/subscriptions/subscription-words.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import type { TabProps } from '../organization-action.ts'
import { perLicense } from './price-field.tsx'
import { SeatChanges } from './seat-changes.tsx'

export const SubscriptionTab = ({ billing, onOpen }: TabProps) => (
  <div className="grid gap-5">
    <Card title="Current Subscription" actions={<Actions billing={billing} onOpen={onOpen} />}>
      {billing.subscription ? (
        <div className="grid gap-4">
          {whyNotChange(billing.subscription) && <Alert>{whyNotChange(billing.subscription)}</Alert>}
          <Facts {...billing} subscription={billing.subscription} />
        </div>
      ) : (
        <Empty icon={CalendarX}>{NO_SUBSCRIPTION}</Empty>
      )}
    </Card>
    <UpcomingCard {...billing} />
    <SeatChanges adjustments={billing.adjustments} />
  </div>
)

/** The first button keeps its place, and the focus, when what it creates can be changed. */
const Actions = ({ billing: { organization, subscription }, onOpen }: TabProps) => (
  <>
    {(subscription ? !whyNotChange(subscription) : canSubscribe(organization)) && (
      <Button size="small" onClick={() => onOpen(subscription ? 'changeSubscription' : 'subscribe')}>
        {subscription ? 'Change Subscription' : 'Create Subscription'}
      </Button>
    )}
    {subscription && (
      <Button size="small" onClick={() => onOpen('price')}>
        Edit Price
      </Button>
    )}
    {subscription && (canCancelForCustomer(subscription) || canResume(subscription)) && (
      <Button size="small" onClick={() => onOpen(canResume(subscription) ? 'resume' : 'cancel')}>
        {canResume(subscription) ? 'Resume Subscription' : 'Cancel Subscription'}
      </Button>
    )}
  </>
)

type FactsProps = Pick<OrganizationBilling, 'organization' | 'cancellation'> & { subscription: Subscription }

const Facts = ({ subscription, organization, cancellation }: FactsProps) => (
  <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
    <Fact label="Plan">{subscription.planName}</Fact>
    <Fact label="Status">
      <Badge {...subscriptionBadge(shownStatus(subscription, 'overdue'))} />
    </Fact>
    <Fact label="Price">
      <Rand amount={subscription.price} /> per month
    </Fact>
    <Fact label="Price per license">
      <Rand amount={perLicense(organization)} />
    </Fact>
    <Fact label="Licenses">
      {subscription.licensesUsed} of {subscription.licenseLimit} used
    </Fact>
    <Fact label="Billed">{billingWords[organization.billingType]}</Fact>
    <CurrentPeriod subscription={subscription} />
    <FeaturesFact features={subscription.features} />
    {cancellation && <Feedback {...cancellation} />}
  </dl>
)

const Feedback = ({ cancellationReason, cancellationComment }: Cancellation) => (
  <>
    {cancellationReason && <Fact label="Reason for canceling">{cancellationReasons[cancellationReason]}</Fact>}
    {cancellationComment && (
      <Fact label="Comment on canceling" className="col-span-full">
        <span className="wrap-anywhere whitespace-pre-line">{cancellationComment}</span>
      </Fact>
    )}
  </>
)

/** Renders nothing if no invoice follows or the next one is already issued. */
const UpcomingCard = ({ upcomingInvoice, credit }: Pick<OrganizationBilling, 'upcomingInvoice' | 'credit'>) =>
  upcomingInvoice && (
    <Card title="Next Invoice" description={ESTIMATE}>
      <div className="grid gap-3">
        <UpcomingFacts invoice={upcomingInvoice} />
        {toCents(credit) > 0 && (
          <p>
            <Rand amount={usedOf(credit, upcomingInvoice.amount)} /> of its credit is used for it.
          </p>
        )}
      </div>
    </Card>
  )

const usedOf = (credit: string, amount: string) => toAmount(Math.min(toCents(credit), toCents(amount)))

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
import { canSubscribe, type Organization, type OrganizationBilling } from '#contract/operations/organizations.ts'
import { formatDay, formatLastDay } from '#web/app/words/business-days.ts'
import { ESTIMATE, UpcomingFacts } from '#web/billing/invoices/parts.tsx'
import { CurrentPeriod, FeaturesFact, MonthlyPrice } from '#web/billing/subscriptions/parts.tsx'
import { billingWords, subscriptionBadge } from '#web/billing/subscriptions/subscription-words.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import type { Action, TabProps } from '../organization-action.ts'
import { perLicense } from './price-field.tsx'
import { SeatChanges } from './seat-changes.tsx'

export const SubscriptionTab = ({ billing, onOpen }: TabProps) => (
  <div className="grid gap-5">
    <Card title="Current Subscription" actions={<Actions billing={billing} onOpen={onOpen} />}>
      {billing.subscription ? (
        <div className="grid gap-4">
          {!billing.subscription.isTrial && whyNotChange(billing.subscription) && (
            <Alert>{whyNotChange(billing.subscription)}</Alert>
          )}
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

/** A button keeps its place, and the focus, when what it creates can be changed. */
const Actions = ({ billing: { organization, subscription }, onOpen }: TabProps) =>
  choicesFor(organization, subscription).map(
    (choice, place) =>
      choice && (
        <Button key={place} size="small" onClick={() => onOpen(choice.action)}>
          {choice.label}
        </Button>
      ),
  )

type Choice = { action: Action; label: string }

function choicesFor(organization: Organization, subscription: Subscription | null): (Choice | false)[] {
  if (!subscription) return canSubscribe(organization) ? [CREATE, START_TRIAL] : []
  if (subscription.isTrial) return [CONVERT_TRIAL, CHANGE_TRIAL]
  return [
    !whyNotChange(subscription) && CHANGE,
    EDIT_PRICE,
    canResume(subscription) ? RESUME : canCancelForCustomer(subscription) && CANCEL,
  ]
}

const CREATE: Choice = { action: 'subscribe', label: 'Create Subscription' }
const START_TRIAL: Choice = { action: 'startTrial', label: 'Start Trial' }
const CONVERT_TRIAL: Choice = { action: 'convertTrial', label: 'Convert Trial' }
const CHANGE_TRIAL: Choice = { action: 'changeTrial', label: 'Change Trial' }
const CHANGE: Choice = { action: 'changeSubscription', label: 'Change Subscription' }
const EDIT_PRICE: Choice = { action: 'price', label: 'Edit Price' }
const RESUME: Choice = { action: 'resume', label: 'Resume Subscription' }
const CANCEL: Choice = { action: 'cancel', label: 'Cancel Subscription' }

const TrialPeriod = ({ currentPeriodStart, currentPeriodEnd }: Subscription) => (
  <>
    <Fact label="Started">{formatDay(currentPeriodStart)}</Fact>
    {currentPeriodEnd && <Fact label="Last day">{formatLastDay(currentPeriodEnd)}</Fact>}
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
      <MonthlyPrice {...subscription} />
    </Fact>
    {!subscription.isTrial && (
      <Fact label="Price per license">
        <Rand amount={perLicense(organization)} />
      </Fact>
    )}
    <Fact label="Licenses">
      {subscription.licensesUsed} of {subscription.licenseLimit} used
    </Fact>
    {subscription.isTrial ? (
      <TrialPeriod {...subscription} />
    ) : (
      <>
        <Fact label="Billed">{billingWords[organization.billingType]}</Fact>
        <CurrentPeriod subscription={subscription} />
      </>
    )}
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

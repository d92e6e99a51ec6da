import type { ReactNode } from 'react'
import { shownStatus, type Subscription } from '#contract/billing/subscriptions.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import { monthlyCents, toAmount, toCents } from '#contract/money.ts'
import { formatLastDay, formatLongLastDay } from '#web/app/words/business-days.ts'
import { subscriptionBadge } from '#web/billing/subscriptions/subscription-words.ts'
import { LicenseRequests, RequestLicensesButton } from '#web/licensing/license-requests/parts.tsx'
import { UsageBar } from '#web/licensing/licenses/parts.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { billingLabel } from './billing-label.ts'

type Props = { subscription: Subscription | null; canRequest: boolean }

export const PlanCard = ({ subscription, canRequest }: Props) => (
  <Card title="Current Plan">
    <div className="grid gap-4">
      {subscription ? <Plan subscription={subscription} /> : <p className="text-fg2">{NO_SUBSCRIPTION}</p>}
      <RequestLicensesButton isOffered={canRequest} />
      <LicenseRequests />
    </div>
  </Card>
)

function Plan({ subscription }: { subscription: Subscription }) {
  const { planName, licensesUsed, licenseLimit, currentPeriodEnd } = subscription
  const status = shownStatus(subscription, 'past_due')
  return (
    <>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="font-medium">{planName}</p>
          <Badge {...subscriptionBadge(status)}>{billingLabel(status)}</Badge>
        </div>
        <Price {...subscription} />
      </div>
      <dl className="grid gap-1.5 text-[13px]">
        <Fact name="Licenses created">
          {licensesUsed} of {licenseLimit}
        </Fact>
        <Fact name={status === 'canceled' || status === 'trial' ? 'Ends on' : 'Paid until'}>
          <DateText value={currentPeriodEnd} format={formatLastDay} full={formatLongLastDay} />
        </Fact>
      </dl>
      <UsageBar />
    </>
  )
}

const Price = ({ isTrial, price, currentPeriodEnd }: Subscription) => (
  <>
    <p className="mt-1 text-[26px] leading-8 font-semibold tracking-tight">
      {isTrial ? (
        'Free'
      ) : (
        <>
          <Rand amount={price} />/{currentPeriodEnd ? 'year' : 'month'}
        </>
      )}
    </p>
    {currentPeriodEnd && !isTrial && (
      <p className="text-[13px] text-fg2">
        <Rand amount={toAmount(monthlyCents(toCents(price)))} /> per month
      </p>
    )}
  </>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-3">
    <dt className="text-fg2">{name}</dt>
    <dd>{children}</dd>
  </div>
)

import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import {
  canCancel,
  daysUntilRenewal,
  shownStatus,
  type Billing,
  type PendingAdjustment,
  type Subscription,
} from '#contract/billing/subscriptions.ts'
import type { BillingType } from '#contract/billing/terms.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/changes.ts'
import { countOf } from '#contract/quantities.ts'
import { useChangeDialog } from '#web/app/parts/change-dialog.ts'
import { setUrl } from '#web/app/url-state.ts'
import { formatDay } from '#web/app/words/business-days.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import {
  LicenseRequests,
  RequestLicensesButton,
  RequestLicensesDialog,
} from '#web/licensing/license-requests/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import type { AtStake } from './cancellation/cancel-dialog.tsx'
import { CurrentPeriod, FeaturesFact, MonthlyPrice } from './parts.tsx'
import { billingWords, subscriptionBadge } from './subscription-words.ts'

const CancelDialog = onDemand(async () => (await import('./cancellation/cancel-dialog.tsx')).CancelDialog)

/** ?request=1 opens the dialog, so that other screens can lead to it. */
export function SubscriptionCard({ subscription, pendingAdjustments, details, ...billing }: Billing) {
  const isRequesting = useChangeDialog('request')
  return (
    <Card title="Current Subscription">
      <div className="grid gap-5">
        {subscription ? (
          <>
            <SubscriptionFacts subscription={subscription} billingType={billing.billingType} />
            <PendingChanges adjustments={pendingAdjustments} />
            <Choices subscription={subscription} {...billing} />
          </>
        ) : (
          <Empty icon={CreditCard} action={details && <RequestLicensesButton isOffered={!billing.isSuspended} />}>
            {NO_SUBSCRIPTION}
          </Empty>
        )}
        {details && <LicenseRequests />}
        {details && isRequesting && <RequestLicensesDialog onClose={() => setUrl({ request: null })} />}
      </div>
    </Card>
  )
}

/** Customers change seats through sales but cancel on their own. */
function Choices({ subscription, invoices, unbilledIfCanceled, isSuspended }: AtStake & Pick<Billing, 'isSuspended'>) {
  const [isCanceling, setCanceling] = useState(false)
  const mayCancel = useIsOrgAdmin() && canCancel(subscription)
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {!isSuspended && (
        <Button {...intent(RequestLicensesDialog)} onClick={showContactSales}>
          Request License Change
        </Button>
      )}
      {mayCancel && (
        <Button {...intent(CancelDialog)} onClick={() => setCanceling(true)} className="text-danger-fg">
          Cancel Subscription
        </Button>
      )}
      {isCanceling && (
        <CancelDialog {...{ subscription, invoices, unbilledIfCanceled }} onClose={() => setCanceling(false)} />
      )}
    </div>
  )
}

const showContactSales = () =>
  toast({
    title: 'Request License Change',
    description:
      'Please contact sales to adjust your license count. You can also create a support ticket for license changes.',
    action: { label: 'Request licenses', onSelect: () => setUrl({ request: '1' }, { replace: false }) },
  })

function PendingChanges({ adjustments }: { adjustments: PendingAdjustment[] }) {
  if (adjustments.length === 0) return null
  return (
    <section aria-label="Pending Changes" className="rounded-lg bg-info-bg px-4 py-3 text-info-fg">
      <h3 className="font-semibold">Pending Changes</h3>
      <ul>
        {adjustments.map((adjustment) => (
          <li key={adjustment.id}>{sentenceOf(adjustment)}</li>
        ))}
      </ul>
      <p className="mt-1 text-[13px]">
        Changes take effect at the end of the current period. Charges appear on your next invoice.
      </p>
    </section>
  )
}

function sentenceOf({ deltaQuantity, effectiveAt }: PendingAdjustment) {
  const seats = Math.abs(deltaQuantity)
  const change = `${deltaQuantity > 0 ? 'Adds' : 'Removes'} ${countOf(seats, 'seat')}`
  return `${change} effective ${formatDay(effectiveAt)}`
}

type Props = { subscription: Subscription; billingType: BillingType | null }

function SubscriptionFacts({ subscription, billingType }: Props) {
  const { planName, isTrial, licenseLimit, currentPeriodEnd } = subscription
  const end = currentPeriodEnd ? formatDay(currentPeriodEnd) : 'open'
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <Fact label="Plan">{planName}</Fact>
      <Fact label="Status">
        <Badge {...subscriptionBadge(shownStatus(subscription, 'overdue'))} />
      </Fact>
      <Fact label="Price">
        <MonthlyPrice {...subscription} />
      </Fact>
      <Fact label="License limit">{countOf(licenseLimit, 'seat')}</Fact>
      <CurrentPeriod subscription={subscription} />
      {billingType && !isTrial && <Fact label="Billing">{billingWords[billingType]}</Fact>}
      <Fact label="Next billing date">{subscription.status === 'canceled' ? 'None' : end}</Fact>
      <Fact label={subscription.status === 'canceled' ? 'Days until it ends' : 'Days until renewal'}>
        {remaining(subscription)}
      </Fact>
      <FeaturesFact features={subscription.features} />
    </dl>
  )
}

function remaining(subscription: Subscription) {
  const days = daysUntilRenewal(subscription)
  if (days <= 0) return 'Overdue'
  return countOf(days, 'day')
}

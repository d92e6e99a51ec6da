import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { canCancel, type Billing } from '#contract/billing/billing.ts'
import { NO_SUBSCRIPTION } from '#contract/licensing/licenses.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { LicenseRequests } from '#web/licensing/license-requests/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Card } from '#web/ui/page/card.tsx'
import type { AtStake } from './cancel-dialog.tsx'
import { PendingChanges } from './pending-changes.tsx'
import { SubscriptionFacts } from './subscription-facts.tsx'

const CancelDialog = onDemand(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

export const SubscriptionCard = ({ subscription, pendingAdjustments, details, ...billing }: Billing) => (
  <Card title="Current Subscription">
    <div className="grid gap-5">
      {subscription ? (
        <>
          <SubscriptionFacts subscription={subscription} billingType={billing.billingType} />
          <PendingChanges adjustments={pendingAdjustments} />
          <Choices subscription={subscription} {...billing} />
        </>
      ) : (
        <Empty icon={CreditCard}>{NO_SUBSCRIPTION}</Empty>
      )}
      {details && <LicenseRequests />}
    </div>
  </Card>
)

/** What a customer can do about it: changes go through sales, the end is its own decision. */
function Choices({ subscription, invoices, unbilledIfCanceled }: AtStake) {
  const [isCanceling, setCanceling] = useState(false)
  const mayCancel = useIsOrgAdmin() && canCancel(subscription)
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={tellSales}>Request License Change</Button>
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

const tellSales = () =>
  toast({
    title: 'Request License Change',
    description:
      'Please contact sales to adjust your license count. You can also create a support ticket for license changes.',
  })

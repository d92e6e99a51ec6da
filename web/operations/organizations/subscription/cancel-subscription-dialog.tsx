import { endsAtOnce, type Subscription } from '#contract/billing/subscriptions.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { formatLongDay } from '#web/app/words/business-days.ts'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useCancelSubscription } from '../api.ts'
import type { DialogProps } from '../organization-action.ts'

/** Opened where the subscription shows, which has been read by then. */
export function CancelSubscriptionDialog({ organization, onClose }: DialogProps) {
  const { data } = useOrganizationBilling(organization.id)
  return data?.subscription && <Ask organization={organization} subscription={data.subscription} onClose={onClose} />
}

type Props = { organization: Organization; subscription: Subscription; onClose: () => void }

function Ask({ organization, subscription, onClose }: Props) {
  const { mutateAsync } = useCancelSubscription(organization)
  return (
    <ConfirmDialog
      title={`Cancel the subscription of “${organization.name}”?`}
      description={`${consequenceOf(subscription)} Its administrators are notified by email.`}
      confirm="Cancel Subscription"
      pending="Canceling…"
      cancel="Keep Subscription"
      onConfirm={(confirmed) => mutateAsync({ params: { id: subscription.id }, confirmed })}
      onClose={onClose}
    />
  )
}

function consequenceOf(subscription: Subscription) {
  const { currentPeriodEnd } = subscription
  if (endsAtOnce(subscription) || !currentPeriodEnd)
    return 'It is overdue, so it ends at once: its licenses stop working, and pending changes are dropped.'
  return `It ends on ${formatLongDay(currentPeriodEnd)}, and its licenses work until then. Pending changes are dropped, and an invoice for the next period is taken back.`
}

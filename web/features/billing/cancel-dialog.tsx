import type { Subscription } from '#contract/billing.ts'
import { formatLongDate } from '#contract/dates.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCancelSubscription } from './api.ts'

const QUESTION = 'Are you sure you want to cancel your subscription? This action cannot be undone.'

export function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { mutateAsync } = useCancelSubscription()
  const { planName, currentPeriodEnd } = subscription
  const lastDay = currentPeriodEnd ? formatLongDate(currentPeriodEnd) : 'the end of the period'
  return (
    <ConfirmDialog
      title={`Cancel ${planName}?`}
      description={`${QUESTION} Your licenses keep working until ${lastDay}. The subscription is not renewed, and pending changes are dropped.`}
      confirm="Cancel Subscription"
      pending="Canceling…"
      cancel="Keep Subscription"
      onConfirm={() => mutateAsync({})}
      onClose={onClose}
    />
  )
}

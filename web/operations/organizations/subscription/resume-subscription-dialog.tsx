import { formatLongDay } from '#web/app/words/business-days.ts'
import { useOrganizationBilling } from '#web/identity/organization-list/api.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useResumeSubscription } from '../api.ts'
import type { DialogProps } from '../organization-action.ts'

/** Opened where the subscription shows, which has been read by then. */
export function ResumeSubscriptionDialog({ organization, onClose }: DialogProps) {
  const { mutateAsync } = useResumeSubscription(organization)
  const { subscription } = useOrganizationBilling(organization.id).data ?? {}
  if (!subscription) return null
  const renewsOn = subscription.currentPeriodEnd && formatLongDay(subscription.currentPeriodEnd)
  return (
    <ConfirmDialog
      title={`Resume the subscription of “${organization.name}”?`}
      description={`It is renewed on ${renewsOn} as if it had not been canceled. An invoice that was taken back is issued anew, with today’s price and seats. Changes that were planned for that day do not return. Its administrators are notified by email.`}
      confirm="Resume Subscription"
      pending="Resuming…"
      tone="primary"
      onConfirm={(confirmed) => mutateAsync({ params: { id: subscription.id }, confirmed })}
      onClose={onClose}
    />
  )
}

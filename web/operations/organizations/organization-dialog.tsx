import type { ComponentType } from 'react'
import { RefundDialog } from '#web/billing/invoices/parts.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import type { Action, DialogProps } from './organization-action.ts'

const SuspensionDialog = onDemand(async () => (await import('./view/suspension-dialog.tsx')).SuspensionDialog)

const dialogs = {
  edit: onDemand(async () => (await import('./view/edit-organization-dialog.tsx')).EditOrganizationDialog),
  price: onDemand(async () => (await import('./subscription/price-dialog.tsx')).PriceDialog),
  subscribe: onDemand(async () => (await import('./subscription/subscription-dialogs.tsx')).CreateSubscriptionDialog),
  changeSubscription: onDemand(
    async () => (await import('./subscription/subscription-dialogs.tsx')).ChangeSubscriptionDialog,
  ),
  cancel: onDemand(async () => (await import('./subscription/subscription-dialogs.tsx')).CancelSubscriptionDialog),
  resume: onDemand(async () => (await import('./subscription/subscription-dialogs.tsx')).ResumeSubscriptionDialog),
  startTrial: onDemand(async () => (await import('./trials/trial-dialogs.tsx')).StartTrialDialog),
  changeTrial: onDemand(async () => (await import('./trials/trial-dialogs.tsx')).ChangeTrialDialog),
  convertTrial: onDemand(async () => (await import('./trials/trial-dialogs.tsx')).ConvertTrialDialog),
  pause: onDemand(async () => (await import('./payments/payment-dialogs.tsx')).PauseRemindersDialog),
  refund: (props: DialogProps) => <RefundDialog {...props} />,
  suspend: SuspensionDialog,
  reactivate: SuspensionDialog,
} satisfies Record<Action, ComponentType<DialogProps>>

export function OrganizationDialog({ action, ...props }: { action: Action } & DialogProps) {
  const Dialog = dialogs[action]
  return <Dialog {...props} />
}

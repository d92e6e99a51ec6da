import type { ComponentType } from 'react'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import type { Action, DialogProps } from './organization-action.ts'

const SuspensionDialog = onDemand(async () => (await import('./suspension-dialog.tsx')).SuspensionDialog)

const dialogs = {
  edit: onDemand(async () => (await import('./edit-organization-dialog.tsx')).EditOrganizationDialog),
  price: onDemand(async () => (await import('./price-dialog.tsx')).PriceDialog),
  subscribe: onDemand(async () => (await import('./create-subscription-dialog.tsx')).CreateSubscriptionDialog),
  changeSubscription: onDemand(async () => (await import('./change-subscription-dialog.tsx')).ChangeSubscriptionDialog),
  cancel: onDemand(async () => (await import('./cancel-subscription-dialog.tsx')).CancelSubscriptionDialog),
  resume: onDemand(async () => (await import('./resume-subscription-dialog.tsx')).ResumeSubscriptionDialog),
  pause: onDemand(async () => (await import('./pause-reminders-dialog.tsx')).PauseRemindersDialog),
  refund: onDemand(async () => (await import('./refund-dialog.tsx')).RefundDialog),
  suspend: SuspensionDialog,
  reactivate: SuspensionDialog,
} satisfies Record<Action, ComponentType<DialogProps>>

export function OrganizationDialog({ action, ...props }: { action: Action } & DialogProps) {
  const Dialog = dialogs[action]
  return <Dialog {...props} />
}

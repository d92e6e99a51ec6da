import type { ComponentType } from 'react'
import type { Organization } from '#contract/operations/organizations.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export type DialogProps = { organization: Organization; onClose: () => void }

/** Opened by ?view=ID, from a row or from another screen. */
export const OrganizationView = onDemand(async () => (await import('./organization-view.tsx')).OrganizationView)

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
} satisfies Record<string, ComponentType<DialogProps>>

export type Action = keyof typeof dialogs
export type OnOpen = (action: Action, organization: Organization) => void

export function OrganizationDialog({ action, ...props }: { action: Action } & DialogProps) {
  const Dialog = dialogs[action]
  return <Dialog {...props} />
}

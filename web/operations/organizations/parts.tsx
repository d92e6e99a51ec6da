import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export { OrganizationDialog } from './organization-dialog.tsx'

export { SubscriptionFields, TypedSubscription } from './subscription/subscription-fields.tsx'

export { newTrial, TrialFields, typedTrial } from './trials/trial-form.tsx'

export const SuspensionAlert = onDemand(async () => (await import('./view/suspension-alert.tsx')).SuspensionAlert)

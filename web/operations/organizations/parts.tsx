import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export { OrganizationDialog } from './organization-dialog.tsx'

export { SubscriptionFields, TypedSubscription } from './subscription/subscription-fields.tsx'

export { newTrial, typedTrial } from './trials/trial-draft.ts'

export const TrialFields = onDemand(async () => (await import('./trials/trial-form.tsx')).TrialFields)

export const SuspensionAlert = onDemand(async () => (await import('./view/suspension-alert.tsx')).SuspensionAlert)

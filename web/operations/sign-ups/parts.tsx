import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const SignUpDialog = onDemand(async () => (await import('./sign-up-dialog.tsx')).SignUpDialog)

import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const ActiveDialog = onDemand(async () => (await import('./versions/active-dialog.tsx')).ActiveDialog)
export const PublishDialog = onDemand(async () => (await import('./publish/publish-dialog.tsx')).PublishDialog)
export const LatestDialog = onDemand(async () => (await import('./versions/latest-dialog.tsx')).LatestDialog)

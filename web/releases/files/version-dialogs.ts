import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const ActiveDialog = onDemand(async () => (await import('./active-dialog.tsx')).ActiveDialog)
export const LatestDialog = onDemand(async () => (await import('./latest-dialog.tsx')).LatestDialog)

import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const ViewDialog = onDemand(async () => (await import('./view-dialog.tsx')).ViewDialog)
export const ViewingBanner = onDemand(async () => (await import('./viewing-banner.tsx')).ViewingBanner)

import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const TagDialog = onDemand(async () => (await import('./tag-dialog.tsx')).TagDialog)

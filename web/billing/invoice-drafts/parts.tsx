import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const ComposeInvoiceDialog = onDemand(async () => (await import('./compose-dialog.tsx')).ComposeInvoiceDialog)

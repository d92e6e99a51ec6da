import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const TicketDialog = onDemand(async () => (await import('./ticket/ticket-dialog.tsx')).TicketDialog)
export const NewTicketDialog = onDemand(
  async () => (await import('./new-ticket/new-ticket-dialog.tsx')).NewTicketDialog,
)

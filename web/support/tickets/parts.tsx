import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export const TicketsTab = onDemand(
  async () => (await import('./list/tickets-tab.tsx')).TicketsTab,
  <Skeleton className="h-96" />,
)

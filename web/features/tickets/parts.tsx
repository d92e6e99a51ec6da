import { Skeleton } from '#web/ui/skeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

export const TicketsTab = onDemand(
  async () => (await import('./tickets-tab.tsx')).TicketsTab,
  <Skeleton className="h-96" />,
)

import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export const BlockedDomainsCard = onDemand(
  async () => (await import('./blocked-domains-card.tsx')).BlockedDomainsCard,
  <Skeleton className="h-56" />,
)

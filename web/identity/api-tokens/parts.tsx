import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** For staff and administrators. */
export const ApiTokensCard = onDemand(
  async () => (await import('./api-tokens-card.tsx')).ApiTokensCard,
  <Skeleton className="h-56" />,
)

import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** For admins and administrators. */
export const WebhooksCard = onDemand(
  async () => (await import('./webhooks-card.tsx')).WebhooksCard,
  <Skeleton className="h-56" />,
)

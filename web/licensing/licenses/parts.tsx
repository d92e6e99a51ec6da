import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export const UsageBar = onDemand(
  async () => (await import('./list/usage-bar.tsx')).UsageBar,
  <Skeleton className="h-10" />,
)

import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export const EnrollmentKeysCard = onDemand(
  async () => (await import('./enrollment-keys-card.tsx')).EnrollmentKeysCard,
  <Skeleton className="h-61" />,
)

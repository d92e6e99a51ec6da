import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const EnrollmentKeysCard = onDemand(
  async () => (await import('./enrollment-keys-card.tsx')).EnrollmentKeysCard,
  <Skeleton className="h-56" />,
)

import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** As high as the card without keys. */
export const ENROLLMENT_KEYS_PLACE = <Skeleton className="h-61" />

export const EnrollmentKeysCard = onDemand(
  async () => (await import('./enrollment-keys-card.tsx')).EnrollmentKeysCard,
  ENROLLMENT_KEYS_PLACE,
)

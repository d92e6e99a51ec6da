import { PageSkeleton } from '#web/app/parts/page-skeleton.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

/** What staff see first. Its code is theirs alone: customers share the address but not the screen. */
export const StaffOverview = onDemand(
  async () => (await import('./staff-overview.tsx')).StaffOverview,
  <PageSkeleton />,
)

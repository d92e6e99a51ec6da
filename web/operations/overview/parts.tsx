import { PageSkeleton } from '#web/app/parts/page-skeleton.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const StaffOverview = onDemand(
  async () => (await import('./staff-overview.tsx')).StaffOverview,
  <PageSkeleton />,
)

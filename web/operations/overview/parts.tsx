import { PageSkeleton } from '#web/app/parts/page-skeleton.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'

/** The home screen of staff, in its own chunk: customers use the same URL. */
export const StaffOverview = onDemand(
  async () => (await import('./staff-overview.tsx')).StaffOverview,
  <PageSkeleton />,
)

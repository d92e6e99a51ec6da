import { Skeleton } from '#web/ui/skeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

export const CategoriesTab = onDemand(
  async () => (await import('./categories-tab.tsx')).CategoriesTab,
  <Skeleton className="h-96" />,
)

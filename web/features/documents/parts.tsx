import { Skeleton } from '#web/ui/skeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

export const DocumentationTab = onDemand(
  async () => (await import('./documentation-tab.tsx')).DocumentationTab,
  <Skeleton className="h-96" />,
)

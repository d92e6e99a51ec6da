import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export const DocumentationTab = onDemand(
  async () => (await import('./list/documentation-tab.tsx')).DocumentationTab,
  <Skeleton className="h-96" />,
)

/** Below the text of a question that is being written: `<DocumentSuggestions question={title} />`. */
export const DocumentSuggestions = onDemand(
  async () => (await import('./document-suggestions.tsx')).DocumentSuggestions,
)

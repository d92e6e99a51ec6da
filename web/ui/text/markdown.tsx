import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'

/** Markdown as it is meant to look. What reads it is only loaded where there is some to show. */
export const Markdown = onDemand(
  async () => (await import('./rendered-markdown.tsx')).RenderedMarkdown,
  <SkeletonRows />,
)

import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'

/** The renderer loads only when there is Markdown to show. */
export const Markdown = onDemand(
  async () => (await import('./rendered-markdown.tsx')).RenderedMarkdown,
  <SkeletonRows />,
)

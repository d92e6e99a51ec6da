import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useCategories } from './api.ts'
import { ColorDot } from './categories/color-dot.tsx'

const place = <Skeleton className="h-96" />

export const CategoriesTab = onDemand(
  async () => (await import('./categories/categories-card.tsx')).CategoriesCard,
  place,
)

export const CannedRepliesTab = onDemand(
  async () => (await import('./canned-replies/canned-replies-card.tsx')).CannedRepliesCard,
  place,
)

export const TargetsTab = onDemand(async () => (await import('./targets-tab.tsx')).TargetsTab, place)

export function CategoryBadge({ id }: { id: string | null }) {
  const { data = [] } = useCategories()
  const category = data.find((one) => one.id === id)
  if (!category) return null
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 text-[13px]">
      <ColorDot color={category.color} />
      <span className="truncate">{category.name}</span>
    </span>
  )
}

import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export const PageSkeleton = () => (
  <div aria-busy="true" className="grid gap-5">
    <output className="sr-only">Loading...</output>
    <Skeleton className="h-8 w-56" />
    <Skeleton className="h-64 w-full rounded-xl" />
  </div>
)

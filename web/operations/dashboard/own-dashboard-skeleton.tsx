import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

const card = 'rounded-xl'

/** The shape of what comes. */
export const OwnDashboardSkeleton = () => (
  <div className="grid gap-5">
    <Skeleton className="h-11 rounded-lg" />
    <div className="grid gap-4 min-[380px]:grid-cols-2 xl:grid-cols-4">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className={`h-30 ${card}`} />
      ))}
    </div>
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid gap-5">
        <Skeleton className={`h-132 ${card}`} />
        <Skeleton className={`h-87 ${card}`} />
      </div>
      <div className="grid gap-5">
        <Skeleton className={`h-64 ${card}`} />
        <Skeleton className={`h-72 ${card}`} />
        <Skeleton className={`h-48 ${card}`} />
      </div>
    </div>
  </div>
)

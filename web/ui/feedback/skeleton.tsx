import { clsx } from 'clsx'

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={clsx('block animate-pulse rounded-md bg-neutral-bg', className ?? 'h-4 w-full')} />
)

/** As many lines as expected rows, so that the page does not jump. */
export const SkeletonRows = ({ rows = 6 }: { rows?: number }) => (
  <div aria-hidden className="grid gap-3 px-5 pb-5">
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} className="h-8" />
    ))}
  </div>
)

/** As high as the sentence of an empty list. */
export const EmptySkeleton = ({ lines = 1 }: { lines?: 1 | 2 }) => (
  <div aria-hidden className={clsx('overflow-hidden', lines === 1 ? 'h-38' : 'h-43')}>
    <SkeletonRows rows={4} />
  </div>
)

/** As high as a table that fills the screen, for what is below it. */
export const TableSkeleton = () => (
  <div aria-hidden className="h-[min(75dvh,50rem)] overflow-hidden">
    <SkeletonRows rows={20} />
  </div>
)

import { countOf } from '#contract/quantities.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useUsage } from '../api.ts'

/** Devices that run a version, and its downloads by people. */
export function Usage({ id }: { id: string }) {
  const { data, isPending } = useUsage()
  if (isPending) return <Skeleton className="my-0.5 h-4 w-20 sm:h-9" />
  const usage = data?.find(({ versionId }) => versionId === id)
  if (!usage) return null
  return (
    <span className="text-[13px] text-fg2 *:whitespace-nowrap">
      <span>{countOf(usage.devices, 'device')}</span> <span>{countOf(usage.downloads, 'download')}</span>
    </span>
  )
}

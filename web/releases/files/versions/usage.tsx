import { countOf } from '#contract/quantities.ts'
import { useUsage } from '../api.ts'

/** Devices that run a version, and its downloads by people. */
export function Usage({ id }: { id: string }) {
  const usage = useUsage().data?.find(({ versionId }) => versionId === id)
  if (!usage) return null
  return (
    <span className="text-[13px] text-fg2 *:whitespace-nowrap">
      <span>{countOf(usage.devices, 'device')}</span> <span>{countOf(usage.downloads, 'download')}</span>
    </span>
  )
}

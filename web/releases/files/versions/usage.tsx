import { useUsage } from '../api.ts'

const counted = (count: number, one: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`

/** Devices that run a version, and its downloads by people. */
export function Usage({ id }: { id: string }) {
  const usage = useUsage().data?.find(({ versionId }) => versionId === id)
  if (!usage) return null
  return (
    <span className="text-[13px] whitespace-nowrap text-fg2">
      {counted(usage.devices, 'device')} · {counted(usage.downloads, 'download')}
    </span>
  )
}

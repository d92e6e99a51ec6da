import { useUsage } from '../api.ts'

const counted = (count: number, one: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`

/** Devices that run a version, and its downloads by people. */
export function Usage({ id }: { id: string }) {
  const usage = useUsage().data?.find(({ versionId }) => versionId === id)
  if (!usage) return null
  return (
    <span className="text-[13px] text-fg2 *:whitespace-nowrap">
      <span>{counted(usage.devices, 'device')}</span> <span>{counted(usage.downloads, 'download')}</span>
    </span>
  )
}

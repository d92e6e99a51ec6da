import { PackageOpen } from 'lucide-react'
import type { Download } from '#contract/releases/downloads.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useDownload, useDownloads } from './api.ts'
import type { Downloading } from './download-button.tsx'
import { LatestVersion } from './latest-version.tsx'
import { OtherVersions } from './other-versions.tsx'

/** One download is asked for at a time; its failure stands above them all, so that it stays when a version goes. */
export function DownloadsCard() {
  const reading = useDownloads()
  const download = useDownload()
  const start = (version: Download) => download.mutate(version, { onError: () => void reading.refetch() })
  const asked = download.isPending ? download.variables.id : null

  return (
    <Card title="Available Downloads">
      {download.isError && <Failure error={download.error} />}
      <Loaded
        query={reading}
        failure="Failed to load the downloads. Please try again."
        skeleton={<Skeleton className="h-40" />}
      >
        {(versions) => <Versions versions={versions} asked={asked} onDownload={start} />}
      </Loaded>
    </Card>
  )
}

const Failure = ({ error }: { error: Error }) => (
  <div className="mb-4">
    <Alert tone="danger">Download failed: {serverMessage(error) ?? 'Check your connection and try again.'}</Alert>
  </div>
)

function Versions({ versions, ...downloading }: Downloading & { versions: Download[] }) {
  const latest = versions.filter(({ isLatest }) => isLatest)
  const others = versions.filter(({ isLatest }) => !isLatest)
  return (
    <>
      {latest.length === 0 && <Empty icon={PackageOpen}>No Downloads Available</Empty>}
      <ul className="grid gap-4">
        {latest.map((version) => (
          <LatestVersion key={version.id} version={version} {...downloading} />
        ))}
      </ul>
      {others.length > 0 && <OtherVersions versions={others} {...downloading} />}
    </>
  )
}

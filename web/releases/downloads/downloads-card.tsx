import { PackageOpen, Monitor } from 'lucide-react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { kindOf, type Download } from '#contract/releases/downloads.ts'
import { countOf, formatSize } from '#contract/quantities.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { useLicenseUsage } from '#web/licensing/licenses/usage-api.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useDownload, useDownloads } from './api.ts'
import { Checksum } from './checksum.tsx'
import { DownloadButton, type Downloading } from './download-button.tsx'
import { OtherVersions } from './other-versions.tsx'

/** One request at a time. Its error is shown above the list, so that it stays when a version disappears. */
export function DownloadsCard() {
  const reading = useDownloads()
  const download = useDownload()
  const start = (version: Download) => download.mutate(version, { onError: () => void reading.refetch() })
  const asked = download.isPending ? download.variables.id : null

  return (
    <Card title="Available Downloads">
      {download.isError && <Failure error={download.error} />}
      <Loaded query={reading} failure={notLoaded('the downloads')} skeleton={<Skeleton className="h-80" />}>
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
  const others = versions.filter(({ isLatest, hasFile }) => !isLatest && hasFile)
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

/** For administrators: how far a version has spread. Nothing without active devices. */
function DevicesOn({ version }: { version: string }) {
  const { isPending, data: { active = 0, versions = [] } = {} } = useLicenseUsage()
  if (isPending) return <Skeleton className="my-0.5 h-4 w-40" />
  if (active === 0) return null
  const devices = versions.find((one) => one.version === version)?.devices ?? 0
  return (
    <p className="text-[13px] text-fg2">
      {devices.toLocaleString('en-US')} of {countOf(active, 'device')} run {version}
    </p>
  )
}

const LatestVersion = ({ version, ...downloading }: Downloading & { version: Download }) => (
  <li className="grid gap-4 rounded-lg border p-4">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent">
        <Monitor className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{kindOf(version)}</span>
          <span>Version {version.version}</span>
          <Badge tone="success">Latest</Badge>
        </p>
        <p className="text-[13px] text-fg2">
          {version.hasFile && <>{formatSize(version.size)} · </>}
          Released <DateText value={version.createdAt} format={formatDate} full={formatInstant} />
        </p>
        {useCurrentUser().role === 'org_admin' && <DevicesOn version={version.version} />}
      </div>
      <div className="max-sm:w-full">
        <DownloadButton version={version} variant="primary" {...downloading} />
      </div>
    </div>
    {version.sha256 && <Checksum fileName={version.fileName} sha256={version.sha256} />}
  </li>
)

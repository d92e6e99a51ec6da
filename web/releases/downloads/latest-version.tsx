import { Monitor } from 'lucide-react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { Download } from '#contract/releases/downloads.ts'
import { formatSize } from '#contract/sizes.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Checksum } from './checksum.tsx'
import { DownloadButton, type Downloading } from './download-button.tsx'

export const LatestVersion = ({ version, ...downloading }: Downloading & { version: Download }) => (
  <li className="grid gap-4 rounded-lg border p-4">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent">
        <Monitor className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{version.platform}</span>
          <span>Version {version.version}</span>
          <Badge tone="success">Latest</Badge>
        </p>
        <p className="text-[13px] text-fg2">
          {version.hasFile && <>{formatSize(version.size)} · </>}
          Released <DateText value={version.createdAt} format={formatDate} full={formatInstant} />
        </p>
      </div>
      <div className="max-sm:w-full">
        <DownloadButton version={version} variant="primary" {...downloading} />
      </div>
    </div>
    {version.sha256 && <Checksum fileName={version.fileName} sha256={version.sha256} />}
  </li>
)

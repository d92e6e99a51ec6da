import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { versionName, type Download } from '#contract/releases/downloads.ts'
import { formatSize } from '#contract/quantities.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { DownloadButton, type Downloading } from './download-button.tsx'
import { CopyHash } from './parts.tsx'

export function OtherVersions({ versions, ...downloading }: Downloading & { versions: Download[] }) {
  const [isOpen, setOpen] = useUrlState('others')
  const id = useId()
  return (
    <div className="mt-3">
      <Button
        variant="ghost"
        size="small"
        className="-ml-2.5"
        aria-expanded={isOpen !== ''}
        aria-controls={id}
        onClick={() => setOpen(isOpen ? '' : '1')}
      >
        Other versions ({versions.length})
        <ChevronDown aria-hidden className={clsx(isOpen && 'rotate-180')} />
      </Button>
      <ul id={id} hidden={!isOpen} className="mt-2 divide-y border-t">
        {stableFirst(versions).map((version) => (
          <OtherVersion key={version.id} version={version} {...downloading} />
        ))}
      </ul>
    </div>
  )
}

const stableFirst = (versions: Download[]) =>
  versions.toSorted((one, other) => Number(one.channel === 'beta') - Number(other.channel === 'beta'))

function OtherVersion({ version, ...downloading }: Downloading & { version: Download }) {
  const name = versionName(version)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {version.channel === 'beta' && <Badge tone="warning">Beta</Badge>}
        </p>
        <p className="text-[13px] text-fg2">
          {version.hasFile && <>{formatSize(version.size)} · </>}
          <DateText value={version.createdAt} format={formatDate} full={formatInstant} />
        </p>
      </div>
      {version.sha256 && <CopyHash sha256={version.sha256} label={`Copy SHA-256 of ${name}`} />}
      <DownloadButton version={version} label={`Download ${name}`} size="small" {...downloading} />
    </li>
  )
}

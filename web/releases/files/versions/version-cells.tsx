import { CalendarX, FilePlus, FileText, Package, Percent, Rocket, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { versionName } from '#contract/releases/downloads.ts'
import { canSetLatest, isComparable, type Version } from '#contract/releases/files.ts'
import { canDelete, canPublish } from '#contract/releases/publications.ts'
import { formatSize } from '#contract/quantities.ts'
import { setUrl } from '#web/app/url-state.ts'
import { formatVendorTime } from '#web/app/words/vendor-times.ts'
import { CopyHash } from '#web/releases/downloads/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { SwitchControl } from '#web/ui/form/switch.tsx'
import { RowActions } from '#web/ui/table/table-row.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { ActiveDialog, LatestDialog, PublishDialog } from '../version-dialogs.ts'

export const VersionName = (version: Version) => (
  <span className="grid gap-0.5 py-1 sm:whitespace-nowrap">
    <span className="inline-flex items-center gap-2 font-medium">
      {version.version}
      {version.isLatest && <Badge tone="info">Latest</Badge>}
    </span>
    <OfferFacts {...version} />
  </span>
)

function OfferFacts({ version, channel, rolloutPercent, minimumVersion }: Version) {
  const facts = [
    rolloutPercent < 100 && `Rollout ${rolloutPercent}%`,
    minimumVersion && `Minimum ${minimumVersion}`,
    !isComparable(version) && 'Not in update feeds',
  ].filter(Boolean)
  if (channel === 'stable' && facts.length === 0) return null
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 text-[13px] font-normal text-fg2">
      {channel === 'beta' && <Badge tone="warning">Beta</Badge>}
      {facts.join(' · ')}
    </span>
  )
}

/** The size, and the hash to copy; without a file, that customers cannot download it. */
export function FileFacts(version: Version) {
  const { hasFile, fileSize, sha256 } = version
  if (!hasFile) return <Badge tone="warning">No file yet</Badge>
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap sm:[&>button]:size-7">
      {formatSize(fileSize)}
      {sha256 && <CopyHash sha256={sha256} label={`Copy SHA-256 of ${versionName(version)}`} />}
    </span>
  )
}

export function StateBadge({ state, publishAt, withdrawnReason }: Version): ReactElement {
  switch (state) {
    case 'draft':
      return <Badge>Draft</Badge>
    case 'scheduled':
      return (
        <span className="grid justify-items-start gap-0.5">
          <Badge tone="info">Scheduled</Badge>
          {publishAt && <span className="text-[13px] whitespace-nowrap text-fg2">{formatVendorTime(publishAt)}</span>}
        </span>
      )
    case 'published':
      return <Badge tone="success">Active</Badge>
    case 'withdrawn':
      return (
        <span className="grid justify-items-start gap-0.5">
          <Badge look="outline">Inactive</Badge>
          {withdrawnReason && (
            <Truncate text={withdrawnReason} className="text-[13px] text-fg2 max-sm:max-w-[35vw] sm:max-w-24" />
          )}
        </span>
      )
  }
}

/** Opens the dialog that names the consequence: the switch moves when it is confirmed. */
export function ActiveSwitch({ version }: { version: Version }) {
  if (!version.publishedAt && !version.isActive)
    return <span className="text-fg2 min-[1366px]:whitespace-nowrap">Not published</span>
  return <Switch version={version} />
}

const Switch = ({ version }: { version: Version }) => (
  <SwitchControl
    aria-label={`${versionName(version)} is active`}
    aria-haspopup="dialog"
    checked={version.isActive}
    onChange={() => open({ active: version.id })}
    {...intent(ActiveDialog)}
  />
)

export const VersionActions = ({ version }: { version: Version }) => (
  <span className="-mr-2 inline-flex items-center gap-1">
    {canSetLatest(version) && <SetLatestButton version={version} />}
    {version.state === 'draft' && <PublishButton version={version} />}
    <RowActions name={versionName(version)} items={menuOf(version)} />
  </span>
)

const SetLatestButton = ({ version }: { version: Version }) => (
  <Button
    size="small"
    aria-label={`Set Latest: ${versionName(version)}`}
    aria-haspopup="dialog"
    onClick={() => open({ latest: version.id })}
    {...intent(LatestDialog)}
  >
    Set Latest
  </Button>
)

const PublishButton = ({ version }: { version: Version }) => (
  <Button
    size="small"
    aria-label={`Publish: ${versionName(version)}`}
    aria-haspopup="dialog"
    onClick={() => open({ publish: version.id })}
    {...intent(PublishDialog)}
  >
    Publish…
  </Button>
)

const open = (changes: Record<string, string>) => setUrl(changes, { replace: false })

function menuOf(version: Version) {
  const { id, state, hasNotes, hasFile } = version
  const notes = {
    label: hasNotes ? 'Edit Release Notes' : 'Write Release Notes',
    icon: FileText,
    onSelect: () => open({ notes: id }),
  }
  const rollout = { label: 'Rollout…', icon: Percent, onSelect: () => open({ rollout: id }) }
  const file = {
    label: hasFile ? 'Replace File' : 'Add File',
    icon: FilePlus,
    onSelect: () => open({ upload: id }),
  }
  const velopack = { label: 'Velopack Package…', icon: Package, onSelect: () => open({ package: id }) }
  const publish = {
    label: state === 'scheduled' ? 'Change Publication…' : 'Promote to Stable…',
    icon: Rocket,
    onSelect: () => open({ publish: id }),
  }
  const cancel = { label: 'Cancel Schedule', icon: CalendarX, onSelect: () => open({ unschedule: id }) }
  const remove = { label: 'Delete Draft', icon: Trash2, onSelect: () => open({ delete: id }) }
  return [
    ...(!hasFile || state === 'draft' ? [file] : []),
    ...(canPublish(version) && state !== 'draft' ? [publish] : []),
    ...(state === 'scheduled' ? [cancel] : []),
    rollout,
    ...(state === 'draft' || state === 'published' ? [velopack] : []),
    notes,
    ...(canDelete(version) ? [remove] : []),
  ]
}

import { Pencil } from 'lucide-react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { canAssign, type License } from '#contract/licensing/licenses.ts'
import { showCopyFailed, showCopied } from '#web/app/words/copy-toasts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { isOffline } from '../license-filter.ts'
import type { Opened } from '../opened-license.ts'

const KEY_SHOWN = 8
const UUID_SHOWN = 20

/** The first characters, and '…' only where something is left out. */
export const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)

/** Opens a dialog, for those who may. */
type Open = ((opened: Opened) => void) | undefined
type Props = { license: License; onOpen: Open }

/** Admins see all organizations, so the name includes the owner. */
export const LabelCell = ({ license, isAdmin, onOpen }: Props & { isAdmin: boolean }) => (
  <span className="-mr-2 flex min-w-0 flex-1 items-center sm:[&>button]:size-7">
    <span className="min-w-0 sm:max-w-24 2xl:max-w-36">
      <Truncate text={license.label} className="font-medium" />
      {isAdmin && <Truncate text={license.organizationName} className="font-normal" />}
      {license.description && <Truncate text={license.description} className="font-normal text-fg2" />}
    </span>
    {onOpen && (
      <PencilButton
        label={`Edit label of ${license.label}`}
        title="Edit label"
        onClick={() => onOpen({ action: 'edit', license })}
      />
    )}
  </span>
)

export const KeyCell = ({ license: { label, licenseKey } }: Pick<Props, 'license'>) => (
  <span className="-mr-2 flex items-center sm:[&>button]:-ml-1 sm:[&>button]:size-7">
    <code className="font-mono text-xs whitespace-nowrap sm:text-[11px]">{cut(licenseKey, KEY_SHOWN)}</code>
    <CopyButton value={licenseKey} label={`Copy key of ${label}`} onCopied={tellKeyCopied} onFailed={showCopyFailed} />
  </span>
)

export function UuidCell({ license, onOpen }: Props) {
  const { label, deviceFingerprint } = license
  const assign = onOpen && canAssign(license) && (() => onOpen({ action: 'assign', license }))
  if (!deviceFingerprint) return assign ? <AssignButton label={label} onClick={assign} /> : <NoDevice />
  return (
    <span className="grid max-sm:justify-items-end">
      <span className="-mr-2 flex items-center sm:[&>button]:-ml-1 sm:[&>button]:size-7">
        <code title={deviceFingerprint} className="font-mono text-xs whitespace-nowrap sm:text-[11px]">
          {cut(deviceFingerprint, UUID_SHOWN)}
        </code>
        <CopyButton
          value={deviceFingerprint}
          label={`Copy UUID of ${label}`}
          onCopied={tellUuidCopied}
          onFailed={showCopyFailed}
        />
        {assign && <PencilButton label={`Edit UUID of ${label}`} title="Edit UUID" onClick={assign} />}
      </span>
      {license.offlineUntil && <OfflineUntil license={license} />}
    </span>
  )
}

/** The device has no internet: what it runs on is a file, as long as that lasts. */
const OfflineUntil = ({ license }: Pick<Props, 'license'>) => (
  <span className="text-fg2">
    {isOffline(license) ? 'Offline until' : 'Offline file ended'}{' '}
    <DateText value={license.offlineUntil} format={formatDate} full={formatInstant} />
  </span>
)

const AssignButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="small" aria-label={`Assign UUID to ${label}`} onClick={onClick}>
    Assign UUID
  </Button>
)

const NoDevice = () => <span className="whitespace-nowrap text-fg2">Not assigned</span>

export const DeviceName = ({ deviceName, deviceOs }: Pick<License, 'deviceName' | 'deviceOs'>) =>
  deviceName ? (
    <span className="block min-w-0 sm:max-w-21 2xl:max-w-36">
      <Truncate text={deviceName} />
      {deviceOs && <Truncate text={deviceOs} className="text-fg2" />}
    </span>
  ) : (
    <span className="whitespace-nowrap text-fg2 italic">Not activated</span>
  )

type PencilProps = { label: string; title: string; onClick: () => void }

const PencilButton = ({ label, ...props }: PencilProps) => (
  <Button variant="ghost" size="icon" aria-label={label} {...props}>
    <Pencil aria-hidden />
  </Button>
)

const tellKeyCopied = () => showCopied('License key')

const tellUuidCopied = () => toast({ title: 'UUID Copied' })

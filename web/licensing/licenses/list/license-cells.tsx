import { Pencil } from 'lucide-react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { canAssign, isHiddenKey, type License } from '#contract/licensing/licenses.ts'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { showCopyFailed, showCopied } from '#web/app/words/copy-toasts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import type { OpenLicense } from '../changes/opened-license.ts'
import { isOffline } from '../license-filter.ts'

const KEY_SHOWN = 8
const UUID_SHOWN = 20

/** The first characters, and '…' only where something is left out. */
export const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)

type OnOpen = ((opened: OpenLicense) => void) | undefined
type Props = { license: License; onOpen: OnOpen }

/** The name opens the license. Admins see all organizations, so it includes the owner. */
export const LabelCell = ({ license, isAdmin, onOpen }: Props & { isAdmin: boolean }) => (
  <span className="-mr-2 flex min-w-0 flex-1 items-center max-sm:[&>button]:hidden sm:leading-[18px] sm:[&>button]:size-7">
    <span className="min-w-0">
      <OpenLink
        opens={{ license: license.id }}
        title={license.label}
        className="block truncate font-medium hover:underline max-sm:max-w-64"
      >
        {license.label}
      </OpenLink>
      <Details license={license} isAdmin={isAdmin} />
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

function Details({
  license: { organizationName, description, tags },
  isAdmin,
}: {
  license: License
  isAdmin: boolean
}) {
  const text = [...(isAdmin ? [organizationName] : []), ...(description ? [description] : [])].join(' · ')
  if (!text && tags.length === 0) return null
  return (
    <span className="flex min-w-0 items-center gap-x-1.5 max-sm:hidden print:flex-wrap">
      {tags.map((tag) => (
        <span key={tag} className="rounded bg-neutral-bg px-1 text-[11px] leading-4 whitespace-nowrap text-neutral-fg">
          {tag}
        </span>
      ))}
      {text && <Truncate text={text} className="font-normal text-fg2" />}
    </span>
  )
}

export const KeyCell = ({ license: { label, licenseKey } }: Pick<Props, 'license'>) => (
  <span className="-mr-2 flex items-center sm:[&>button]:-ml-1 sm:[&>button]:size-7">
    <code className="font-mono text-xs whitespace-nowrap sm:text-[11px]">{cut(licenseKey, KEY_SHOWN)}</code>
    {!isHiddenKey(licenseKey) && (
      <CopyButton
        value={licenseKey}
        label={`Copy key of ${label}`}
        onCopied={showKeyCopied}
        onFailed={showCopyFailed}
      />
    )}
  </span>
)

export function DeviceCell({ license, onOpen }: Props) {
  const { label, deviceFingerprint } = license
  const assign = onOpen && canAssign(license) && (() => onOpen({ action: 'assign', license }))
  return (
    <span className="grid min-w-0 sm:leading-[18px]">
      <DeviceName {...license} />
      {!deviceFingerprint && assign && <AssignButton label={label} onClick={assign} />}
      {deviceFingerprint && (
        <span className="-mr-1.5 flex min-w-0 items-center max-sm:hidden sm:[&>button]:-my-2 sm:[&>button]:-ml-0.5 sm:[&>button]:size-7">
          <code title={deviceFingerprint} className="min-w-0 truncate font-mono text-[11px] text-fg2">
            {cut(deviceFingerprint, UUID_SHOWN)}
          </code>
          <CopyButton
            value={deviceFingerprint}
            label={`Copy UUID of ${label}`}
            onCopied={showUuidCopied}
            onFailed={showCopyFailed}
          />
          {assign && <PencilButton label={`Edit UUID of ${label}`} title="Edit UUID" onClick={assign} />}
        </span>
      )}
    </span>
  )
}

export const SeenCell = ({ license }: Pick<Props, 'license'>) => (
  <span className="grid whitespace-nowrap sm:leading-[18px]">
    <DateText value={license.lastCheckIn} format={formatDate} full={formatInstant} absent="Never" />
    {license.offlineUntil && <OfflineUntil license={license} />}
  </span>
)

const OfflineUntil = ({ license }: Pick<Props, 'license'>) => (
  <span className="whitespace-normal text-fg2">
    {isOffline(license) ? 'Offline until' : 'Offline file ended'}{' '}
    <DateText value={license.offlineUntil} format={formatDate} full={formatInstant} />
  </span>
)

const AssignButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button
    type="button"
    aria-label={`Assign UUID to ${label}`}
    onClick={onClick}
    className="min-h-6 justify-self-start text-accent underline underline-offset-4 max-sm:min-h-10"
  >
    Assign UUID
  </button>
)

const DeviceName = ({ deviceName, deviceOs }: License) =>
  deviceName ? (
    <span className="flex min-w-0 items-baseline gap-x-1.5 max-sm:max-w-46 print:flex-wrap">
      <Truncate text={deviceName} className="shrink-0 sm:max-w-full" />
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

const showKeyCopied = () => showCopied('License key')

const showUuidCopied = () => toast({ title: 'UUID Copied' })

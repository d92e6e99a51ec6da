import { clsx } from 'clsx'
import { KeyRound } from 'lucide-react'
import { Link } from 'wouter'
import type { LicenseUsage } from '#contract/licensing/usage.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { solid } from '#web/ui/tone.ts'
import { licenseBadge } from './license-badge.ts'
import { useLicenseUsage } from './usage-api.ts'

export const DiagnoseDialog = onDemand(async () => (await import('./diagnosis/diagnose-dialog.tsx')).DiagnoseDialog)

export { eventSentence } from './history/history-sentences.ts'
export { DIAGNOSE, NO_LICENSE_FOUND } from './list/list-texts.ts'

export const NoLicenses = ({ canCreate }: { canCreate: boolean }) => (
  <Empty icon={KeyRound}>No licenses found.{canCreate && ' Create your first license to get started.'}</Empty>
)

type Segment = { key: string; name: string; count: number; color: string; href?: string }

const statuses = ['active', 'assigned', 'unassigned', 'revoked', 'inactive'] as const

export function UsageBar() {
  return (
    <Loaded
      query={useLicenseUsage()}
      failure={notLoaded('the license usage')}
      skeleton={
        <div className="@container">
          <Skeleton className="h-24 @min-[19rem]:h-17 @lg:h-10" />
        </div>
      }
    >
      {(usage) => <UsageSegments usage={usage} hrefOf={(status) => `/licenses?status=${status}`} />}
    </Loaded>
  )
}

type UsageProps = { usage: LicenseUsage; hrefOf: (status: string) => string }

export const UsageSegments = (props: UsageProps) => <Segments segments={segmentsOf(props)} />

function segmentsOf({ usage, hrefOf }: UsageProps): Segment[] {
  const used = statuses.map((status) => ({
    key: status,
    name: licenseBadge(status).children,
    count: usage[status],
    color: status === 'inactive' ? 'bg-line' : solid[licenseBadge(status).tone],
    href: hrefOf(status),
  }))
  const total = used.reduce((sum, { count }) => sum + count, 0)
  const shown = used.filter(({ key, count }) => count > 0 || key === 'active')
  if (usage.limit === null) return shown
  const free = Math.max(usage.limit - total, 0)
  return [...shown, { key: 'available', name: 'Available', count: free, color: 'border border-fg2 bg-sunken' }]
}

const Segments = ({ segments }: { segments: Segment[] }) => (
  <div className="grid gap-2">
    <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunken">
      {segments.map(
        ({ key, count, color }) =>
          count > 0 && <span key={key} className={clsx('min-w-1', color)} style={{ flexGrow: count }} />,
      )}
    </div>
    <ul aria-label="Licenses by status" className="flex flex-wrap gap-x-3.5 gap-y-1 text-[13px]">
      {segments.map((segment) => (
        <li key={segment.key} className="flex items-center gap-1.5 leading-6 whitespace-nowrap">
          <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', segment.color)} />
          <Name {...segment} />
          <span className="font-medium tabular-nums">{segment.count.toLocaleString('en-US')}</span>
        </li>
      ))}
    </ul>
  </div>
)

const Name = ({ name, href }: Segment) =>
  href ? (
    <Link href={href} className="text-fg2 underline-offset-4 hover:text-fg hover:underline">
      {name}
    </Link>
  ) : (
    <span className="text-fg2">{name}</span>
  )

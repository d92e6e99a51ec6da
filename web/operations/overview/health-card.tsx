import { formatInstant, formatTime } from '#contract/dates.ts'
import type { HealthCheck, HealthPart } from '#contract/operations/overview.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { JobsButton } from '#web/operations/jobs/parts.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useOverview } from './api.ts'

const names: Record<HealthPart, string> = {
  database: 'Database',
  storage: 'File storage',
  scanner: 'Malware scanner',
  mail: 'Email',
  jobs: 'Background jobs',
  backups: 'Backups',
  settings: 'Settings',
}

export function HealthCard() {
  const isAdmin = useIsAdmin()
  const query = useOverview()
  const checkedAt = query.data && new Date(query.dataUpdatedAt).toISOString()
  const checked = checkedAt && (
    <>
      Checked <DateText value={checkedAt} format={formatTime} full={formatInstant} />
    </>
  )
  return (
    <Card title="System Health" actions={<span className="text-[13px] leading-6 text-fg2">{checked}</span>}>
      <Loaded
        query={query}
        failure={notLoaded('the system health')}
        skeleton={<Skeleton className="h-48 rounded-lg" />}
      >
        {({ health }) => (
          <ul className="grid gap-3">
            {health.map((check) => (
              <Part key={check.part} isAdmin={isAdmin} {...check} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

type PartProps = HealthCheck & { isAdmin: boolean }

/** An operator may do without a part that works without being set up. */
function Status({ isHealthy, isSetUp }: HealthCheck) {
  if (!isSetUp) return <Badge tone={isHealthy ? 'neutral' : 'warning'}>Not set up</Badge>
  return <Badge tone={isHealthy ? 'success' : 'danger'}>{isHealthy ? 'Healthy' : 'Disrupted'}</Badge>
}

const Part = ({ isAdmin, ...check }: PartProps) => (
  <li className="grid grid-cols-[1fr_auto] gap-x-3">
    <p className="font-medium">{names[check.part]}</p>
    <Status {...check} />
    <p className="col-span-2 text-[13px] break-words text-fg2">{check.detail}</p>
    {check.part === 'jobs' && isAdmin && (
      <span className="text-[13px]">
        <JobsButton />
      </span>
    )}
  </li>
)

import { clsx } from 'clsx'
import { CircleCheck } from 'lucide-react'
import { Link } from 'wouter'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { DashboardAlert, Severity } from '#contract/operations/dashboard.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import type { Tone } from '#web/ui/tone.ts'

const SHOWN = 5

/** The first ones; ?alerts=all shows the rest in place. */
export function RecentAlerts({ alerts, empty }: { alerts: DashboardAlert[]; empty: string }) {
  const [shown, setShown] = useUrlState('alerts')
  const isWhole = shown === 'all'
  const viewAll = (
    <Button
      size="small"
      aria-expanded={isWhole}
      disabled={alerts.length <= SHOWN}
      onClick={() => setShown(isWhole ? '' : 'all')}
    >
      {isWhole ? 'View Fewer' : 'View All'}
    </Button>
  )
  return (
    <Card title="Recent Alerts" description={countOf(alerts)} actions={viewAll} flush>
      {alerts.length === 0 ? (
        <Empty icon={CircleCheck}>{empty}</Empty>
      ) : (
        <ul className="divide-y border-t">
          {alerts.slice(0, isWhole ? undefined : SHOWN).map((alert) => (
            <AlertRow key={alert.id} {...alert} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const countOf = ({ length }: DashboardAlert[]) => length > SHOWN && `${length} need attention`

const looks: Record<Severity, { tone: Tone; children: string }> = {
  critical: { tone: 'danger', children: 'Critical' },
  warning: { tone: 'warning', children: 'Warning' },
  info: { tone: 'info', children: 'Info' },
}

/** The link reaches over its whole row. */
const AlertRow = ({ title, message, severity, createdAt, link }: DashboardAlert) => (
  <li
    className={clsx(
      'relative grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1 px-5 py-3 sm:grid-cols-[6rem_1fr_auto]',
      link && 'hover:bg-sunken',
    )}
  >
    <span className="max-sm:order-2 max-sm:justify-self-end">
      <Badge {...looks[severity]} />
    </span>
    <div className="min-w-0 max-sm:order-1">
      <p className="font-medium">
        {link ? (
          <Link href={link} className="rounded-sm underline-offset-4 after:absolute after:inset-0 hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </p>
      <p className="line-clamp-2 text-[13px] text-fg2">{message}</p>
    </div>
    <span className="text-[13px] text-fg2 max-sm:order-3">
      <DateText value={createdAt} format={formatDate} full={formatInstant} />
    </span>
  </li>
)

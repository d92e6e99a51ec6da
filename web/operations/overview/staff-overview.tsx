import type { StaffStats } from '#contract/operations/dashboard.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { PendingApprovals } from '#web/identity/users/parts.tsx'
import { LicenseRequestQueue } from '#web/licensing/license-requests/parts.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useGrowing } from '#web/ui/page/growing.ts'
import { Page } from '#web/ui/page/page.tsx'
import { useDashboard, useOverview } from './api.ts'
import { HealthCard } from './health-card.tsx'
import { LicenseUseCard, RevenueCard } from './month-cards.tsx'
import { MyTickets } from './my-tickets.tsx'
import { QueueCard } from './queue-card.tsx'
import { RecentAlerts } from './recent-alerts.tsx'
import { ToDoCard } from './to-do/to-do-card.tsx'
import { TotalCards, TotalCardsSkeleton } from './total-cards.tsx'

type Props = {
  title: string
  /** Shown in place of alerts while every part works. */
  noAlerts?: string
}

const NO_ALERTS = 'No recent alerts to display.'

export function StaffOverview({ title, noAlerts = NO_ALERTS }: Props) {
  const isAdmin = useIsAdmin()
  const parts = useGrowing(PARTS)
  return (
    <Page title={title}>
      {isAdmin ? <ToDoCard /> : <MyTickets />}
      <Totals />
      {parts > 0 && (
        <div className="grid items-start gap-5 xl:grid-cols-3">
          <Alerts noAlerts={noAlerts} />
          <div className="grid gap-5 max-xl:min-[720px]:grid-cols-2">
            <HealthCard />
            <QueueCard />
          </div>
        </div>
      )}
      {parts > 1 && isAdmin && <Decisions />}
      {parts > 2 && <Months />}
    </Page>
  )
}

/** Rows of cards below the first screen. */
const PARTS = 3

const Totals = () => (
  <Loaded
    query={useDashboard()}
    failure="Failed to load admin dashboard data. Please try refreshing the page."
    skeleton={<TotalCardsSkeleton />}
  >
    {({ stats }) => <TotalCards stats={stats as StaffStats} />}
  </Loaded>
)

/** Loads with the totals, which report a failure. */
function Alerts({ noAlerts }: { noAlerts: string }) {
  const { data, isError } = useDashboard()
  const health = useOverview().data?.health ?? []
  const empty = health.every(({ isHealthy }) => isHealthy) ? noAlerts : NO_ALERTS
  if (isError && !data) return null
  return (
    <div className="min-w-0 xl:col-span-2">
      {data ? <RecentAlerts alerts={data.alerts} empty={empty} /> : <Skeleton className="h-112 rounded-xl" />}
    </div>
  )
}

const Decisions = () => (
  <div className="grid items-start gap-5 xl:grid-cols-2">
    <PendingApprovals />
    <LicenseRequestQueue />
  </div>
)

const Months = () => (
  <div className="grid items-start gap-5 xl:grid-cols-2">
    <RevenueCard />
    <LicenseUseCard />
  </div>
)

import { Banknote, Building2, KeyRound, LifeBuoy } from 'lucide-react'
import type { Dashboard, StaffStats } from '#contract/dashboard.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { useDashboard } from './api.ts'
import { RecentAlerts } from './recent-alerts.tsx'

type Props = {
  title: string
  /** Stands in place of the list when there is nothing to attend to. */
  noAlerts: string
}

/** For admin and agent. */
export const StaffDashboard = ({ title, noAlerts }: Props) => (
  <Page title={title}>
    <Loaded
      query={useDashboard()}
      failure="Failed to load admin dashboard data. Please try refreshing the page."
      skeleton={<StaffSkeleton />}
    >
      {(data) => <Content {...data} stats={data.stats as StaffStats} noAlerts={noAlerts} />}
    </Loaded>
  </Page>
)

const Content = ({ stats, alerts, noAlerts }: Dashboard & { stats: StaffStats; noAlerts: string }) => (
  <div className="grid gap-5">
    <div className="grid gap-4 min-[480px]:grid-cols-2 xl:grid-cols-4">
      <StatCard label="Active Organizations" icon={Building2} value={stats.totalOrganizations} />
      <StatCard label="Monthly Revenue" icon={Banknote} value={`R${stats.monthlyRevenue}`} />
      <StatCard label="Active Licenses" icon={KeyRound} value={stats.totalActiveLicenses} />
      <StatCard label="Support Tickets" icon={LifeBuoy} value={stats.totalSupportTickets} />
    </div>
    <RecentAlerts alerts={alerts} empty={noAlerts} />
  </div>
)

const StaffSkeleton = () => (
  <div className="grid gap-5">
    <div className="grid gap-4 min-[480px]:grid-cols-2 xl:grid-cols-4">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-23 rounded-xl" />
      ))}
    </div>
    <Skeleton className="h-96 rounded-xl" />
  </div>
)

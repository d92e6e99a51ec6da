import type { Dashboard, OrganizationStats } from '#contract/operations/dashboard.ts'
import { useLicenseRequests } from '#web/licensing/license-requests/api.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { useDashboard } from './api.ts'
import { InvoicesCard } from './invoices-card.tsx'
import { LicensesCard } from './licenses-card.tsx'
import { OwnDashboardSkeleton } from './own-dashboard-skeleton.tsx'
import { PlanCard } from './plan-card.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { StatusBanner } from './status-banner.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { UsageCard } from './usage-card.tsx'

/** For people of an organization. */
export function OwnDashboard() {
  const dashboard = useDashboard()
  // They stand in the middle of the page: waited for, nothing moves when they come.
  const { isPending } = useLicenseRequests()
  return (
    <Page title="Dashboard">
      <Loaded
        query={isPending ? { ...dashboard, data: undefined, isPending } : dashboard}
        failure="Failed to load dashboard data. Please try refreshing the page."
        skeleton={<OwnDashboardSkeleton />}
      >
        {(data) => <Content {...data} stats={data.stats as OrganizationStats} />}
      </Loaded>
    </Page>
  )
}

type Props = Dashboard & { stats: OrganizationStats }

const Content = ({ subscription, licenses, invoices, tickets, stats }: Props) => (
  <div className="grid gap-5">
    {subscription && <StatusBanner subscription={subscription} />}
    <SummaryCards subscription={subscription} latestInvoice={invoices[0]} stats={stats} />
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-5">
        <LicensesCard licenses={licenses} total={stats.createdLicenses} />
        <UsageCard />
        <RecentActivity licenses={licenses} invoices={invoices} tickets={tickets} />
      </div>
      <div className="grid min-w-0 gap-5">
        <PlanCard subscription={subscription} />
        <InvoicesCard invoices={invoices} />
        <QuickActions />
      </div>
    </div>
  </div>
)

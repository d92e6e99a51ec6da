import { Download, KeyRound, LifeBuoy, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import type { Attention, Dashboard, OrganizationStats } from '#contract/operations/dashboard.ts'
import { links } from '#web/app/links.ts'
import { SuspendedBanner } from '#web/app/parts/suspended-banner.tsx'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { useDashboard } from '#web/operations/overview/api.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { WhenNear } from '#web/ui/page/when-near.tsx'
import { useAttention, useUsage } from './api.ts'
import { AttentionCard } from './attention-card.tsx'
import { ChecklistCard } from './checklist-card.tsx'
import { InvoicesCard } from './invoices-card.tsx'
import { LicensesCard } from './licenses-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { StatusBanner } from './status-banner.tsx'
import { SummaryCards } from './summary-cards.tsx'

export function OwnDashboard() {
  const dashboard = useDashboard()
  const attention = useAttention()
  return (
    <Page title="Dashboard">
      <Loaded
        query={dashboard}
        isPlaced={attention.isFetched}
        failure="Failed to load dashboard data. Please try refreshing the page."
        skeleton={<OwnDashboardSkeleton />}
      >
        {(data) => <Content {...data} stats={data.stats as OrganizationStats} attention={attention.data} />}
      </Loaded>
    </Page>
  )
}

type Props = Dashboard & { stats: OrganizationStats; attention: Attention | undefined }

function Content({ subscription, licenses, invoices, tickets, stats, attention }: Props) {
  const isSuspended = attention?.isSuspended ?? false
  const canCreate = useIsOrgAdmin() && subscription !== null && !isSuspended
  return (
    <div className="grid gap-5">
      {isSuspended ? (
        <SuspendedBanner />
      ) : (
        subscription && <StatusBanner subscription={subscription} oldestDue={attention?.oldestDue ?? null} />
      )}
      {attention && <AttentionCard {...attention} subscription={subscription} />}
      {attention?.checklist && <ChecklistCard checklist={attention.checklist} isSuspended={isSuspended} />}
      <SummaryCards subscription={subscription} latestInvoice={invoices[0]} stats={stats} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-5">
          <LicensesCard licenses={licenses} total={stats.createdLicenses} {...{ canCreate, isSuspended }} />
          {!attention?.checklist && (
            <WhenNear place={<Skeleton className={USAGE_CARD} />}>
              <UsageCard />
            </WhenNear>
          )}
          <RecentActivity {...{ licenses, invoices, tickets }} licenseNews={attention?.licenseNews ?? []} />
        </div>
        <div className="grid min-w-0 gap-5">
          <PlanCard subscription={subscription} canRequest={!isSuspended} />
          <InvoicesCard invoices={invoices} />
          <QuickActions canCreate={canCreate} />
        </div>
      </div>
    </div>
  )
}

const skeletonCard = 'rounded-xl'
const USAGE_CARD = `h-87 ${skeletonCard}`

const OwnDashboardSkeleton = () => (
  <div className="grid gap-5">
    <Skeleton className="h-11 rounded-lg" />
    <div className="grid gap-4 min-[380px]:grid-cols-2 xl:grid-cols-4">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className={`h-30 ${skeletonCard}`} />
      ))}
    </div>
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid gap-5">
        <Skeleton className={`h-132 ${skeletonCard}`} />
        <Skeleton className={USAGE_CARD} />
      </div>
      <div className="grid gap-5">
        <Skeleton className={`h-64 ${skeletonCard}`} />
        <Skeleton className={`h-72 ${skeletonCard}`} />
        <Skeleton className={`h-48 ${skeletonCard}`} />
      </div>
    </div>
  </div>
)

/** Users who can't create licenses get a link to the list. */
const QuickActions = ({ canCreate }: { canCreate: boolean }) => (
  <Card title="Quick Actions">
    <div className="grid gap-2">
      <Action href="/downloads" icon={Download} label="Download App" />
      <Action href={canCreate ? links.createLicense : '/licenses'} icon={KeyRound} label="Create License" />
      <Action href={links.contactSupport} icon={LifeBuoy} label="New Support Ticket" />
    </div>
  </Card>
)

const Action = ({ href, icon: Icon, label }: { href: string; icon: LucideIcon; label: string }) => (
  <Link href={href} className={buttonClass({}, 'justify-start')}>
    <Icon aria-hidden className="text-fg2" />
    {label}
  </Link>
)

/** As high as the chart, so that nothing moves when it comes. */
const chartPlace = <Skeleton className="h-63 rounded-lg" />

const UsageChart = onDemand(async () => (await import('./usage-chart.tsx')).UsageChart, chartPlace)

/** Hidden while there is nothing to draw. */
function UsageCard() {
  const usage = useUsage()
  if (usage.data?.every(({ licenses, devices }) => licenses === 0 && devices === 0)) return null
  return (
    <Card title="License Usage" description="Seats vs. active devices, by month">
      <Loaded query={usage} failure={notLoaded('the license usage')} skeleton={chartPlace}>
        {(months) => <UsageChart months={months} />}
      </Loaded>
    </Card>
  )
}

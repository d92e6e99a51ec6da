import { ChartLine } from 'lucide-react'
import type { OverviewMonth } from '#contract/operations/overview.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useOverview } from './api.ts'
import type { RecordedMonth } from './month-charts.tsx'
import { Unavailable } from './unavailable.tsx'

/** As high as a chart, so that nothing moves when it comes. */
const place = <Skeleton className="h-63 rounded-lg" />

const RevenueChart = onDemand(async () => (await import('./month-charts.tsx')).RevenueChart, place)
const LicenseChart = onDemand(async () => (await import('./month-charts.tsx')).LicenseChart, place)

export const RevenueCard = () => (
  <Card title="Revenue" description="Invoiced and received; this month is dashed">
    <Loaded query={useOverview()} failure={notLoaded('the revenue of the last months')} skeleton={place}>
      {({ months }) => (months ? <RevenueChart months={months} /> : <Unavailable />)}
    </Loaded>
  </Card>
)

export const LicenseUseCard = () => (
  <Card title="Licenses" description="Paid for, and devices that checked in; this month is dashed">
    <Loaded query={useOverview()} failure={notLoaded('the licenses of the last months')} skeleton={place}>
      {({ months }) => (months ? <LicenseUse months={months} /> : <Unavailable />)}
    </Loaded>
  </Card>
)

const isRecorded = (month: OverviewMonth): month is RecordedMonth => month.seats !== null && month.devices !== null

/** The running month is the last. */
function LicenseUse({ months }: { months: OverviewMonth[] }) {
  const recorded = months.filter(isRecorded)
  if (recorded.length === 0) return <Empty icon={ChartLine}>No month has been recorded yet.</Empty>
  return <LicenseChart months={recorded} endsDashed={recorded.at(-1) === months.at(-1)} />
}

import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useUsage } from './api.ts'

/** As high as the chart, so that nothing moves when it comes. */
const place = <Skeleton className="h-63 rounded-lg" />

const UsageChart = onDemand(async () => (await import('./usage-chart.tsx')).UsageChart, place)

export const UsageCard = () => (
  <Card title="License Usage" description="Licenses you pay for and devices that checked in, by month">
    <Loaded query={useUsage()} failure="Failed to load the license usage." skeleton={place}>
      {(months) => <UsageChart months={months} />}
    </Loaded>
  </Card>
)

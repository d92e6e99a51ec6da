import { formatMonth, formatShortMonth } from '#contract/dates.ts'
import type { UsageMonth } from '#contract/operations/dashboard.ts'
import { AreaChart } from '#web/ui/chart/area-chart.tsx'
import type { Series } from '#web/ui/chart/chart-data.tsx'

const series: Series<UsageMonth>[] = [
  { name: 'Licenses in the plan', color: 'var(--chart-1)', value: ({ seats }) => seats },
  { name: 'Devices checked in', color: 'var(--chart-2)', value: ({ devices }) => devices, isFilled: true },
]

export const UsageChart = ({ months }: { months: UsageMonth[] }) => (
  <AreaChart
    label="License usage by month"
    points={months}
    series={series}
    heading="Month"
    name={({ month }) => formatMonth(month)}
    tick={({ month }) => formatShortMonth(month)}
  />
)

import { formatMonth, formatShortMonth } from '#contract/dates.ts'
import type { OverviewMonth } from '#contract/operations/overview.ts'
import { AreaChart } from '#web/ui/chart/area-chart.tsx'
import type { Series } from '#web/ui/chart/chart-data.tsx'

export type RecordedMonth = OverviewMonth & { seats: number; devices: number }

const money: Series<OverviewMonth>[] = [
  { name: 'Invoiced', color: 'var(--chart-1)', value: ({ invoiced }) => Number(invoiced) },
  { name: 'Received', color: 'var(--chart-2)', value: ({ received }) => Number(received), isFilled: true },
]

const use: Series<RecordedMonth>[] = [
  { name: 'Licenses paid for', color: 'var(--chart-1)', value: ({ seats }) => seats },
  { name: 'Devices checked in', color: 'var(--chart-2)', value: ({ devices }) => devices, isFilled: true },
]

const byMonth = {
  heading: 'Month',
  name: ({ month }: OverviewMonth) => formatMonth(month),
  tick: ({ month }: OverviewMonth) => formatShortMonth(month),
}

export const RevenueChart = ({ months }: { months: OverviewMonth[] }) => (
  <AreaChart
    label="Revenue by month"
    points={months}
    series={money}
    endsDashed
    format={(rand) => `R${rand.toFixed(2)}`}
    formatLine={(rand) => `R${rand}`}
    {...byMonth}
  />
)

type LicenseProps = { months: RecordedMonth[]; endsDashed: boolean }

export const LicenseChart = ({ months, endsDashed }: LicenseProps) => (
  <AreaChart label="Licenses by month" points={months} series={use} endsDashed={endsDashed} {...byMonth} />
)

import { formatDate, formatMonth, formatShortMonth } from '#contract/dates.ts'
import type { SupportReports, TrendStep } from '#contract/support/support-desk.ts'
import { AreaChart } from '#web/ui/chart/area-chart.tsx'
import type { Series } from '#web/ui/chart/chart-data.tsx'

const series: Series<TrendStep>[] = [
  { name: 'Created', color: 'var(--chart-1)', value: ({ created }) => created },
  { name: 'Resolved', color: 'var(--chart-2)', value: ({ resolved }) => resolved, isFilled: true },
]

const headings = { day: 'Day', week: 'Week from', month: 'Month' }

type Props = Pick<SupportReports, 'trend' | 'step'> & { endsDashed: boolean }

export const TrendChart = ({ trend, step, endsDashed }: Props) => (
  <AreaChart
    label="Tickets created and resolved"
    points={trend}
    series={series}
    heading={headings[step]}
    name={({ starts }) => (step === 'month' ? formatMonth(starts) : formatDate(starts))}
    tick={({ starts }) => tickOf(step, starts, trend)}
    endsDashed={endsDashed}
  />
)

/** About eight. An odd distance, because a phone shows every second place. */
function tickOf(step: Props['step'], starts: string, trend: readonly TrendStep[]) {
  if (step === 'month') return formatShortMonth(starts)
  const every = Math.ceil(trend.length / 8) | 1
  const index = trend.findIndex((one) => one.starts === starts)
  return (trend.length - 1 - index) % every === 0 ? formatDate(starts).slice(0, 6) : ''
}

import { Banknote, Building2, KeyRound, LifeBuoy, type LucideIcon } from 'lucide-react'
import { daysBetween } from '#contract/dates.ts'
import type { StaffStats } from '#contract/operations/dashboard.ts'
import type { DayTotals } from '#contract/operations/overview.ts'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatCard } from '#web/ui/page/stat-card.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { useOverview } from './api.ts'

type Total = { name: keyof StaffStats; label: string; icon: LucideIcon; color: string }

const totals: Total[] = [
  { name: 'totalOrganizations', label: 'Active Organizations', icon: Building2, color: 'var(--chart-1)' },
  { name: 'monthlyRevenue', label: 'Monthly Revenue', icon: Banknote, color: 'var(--chart-2)' },
  { name: 'totalActiveLicenses', label: 'Active Licenses', icon: KeyRound, color: 'var(--chart-3)' },
  { name: 'totalSupportTickets', label: 'Support Tickets', icon: LifeBuoy, color: 'var(--chart-4)' },
]

const grid = 'grid gap-4 min-[480px]:grid-cols-2 xl:grid-cols-4'

/** Figures load first; trends follow in reserved space. */
export function TotalCards({ stats }: { stats: StaffStats }) {
  const { data } = useOverview()
  return (
    <div className={grid}>
      {totals.map((total) => (
        <TotalCard key={total.name} {...total} value={stats[total.name]} days={data?.days ?? []} />
      ))}
    </div>
  )
}

function TotalCard({ name, label, icon, color, value, days }: Total & { value: number | string; days: DayTotals[] }) {
  const values = days.map((day) => ({ day: day.day, value: Number(day[name]) }))
  const isMoney = name === 'monthlyRevenue'
  return (
    <StatCard
      label={label}
      icon={icon}
      value={isMoney ? <Rand amount={String(value)} /> : value}
      caption={<p className="min-h-5">{isMoney ? moneyTrend(values) : countTrend(values)}</p>}
    >
      <Sparkline values={values.map((day) => day.value)} color={color} />
    </StatCard>
  )
}

export const TotalCardsSkeleton = () => (
  <div className={grid}>
    {totals.map(({ name }) => (
      <Skeleton key={name} className="h-37.5 rounded-xl" />
    ))}
  </div>
)

type DayValue = { day: string; value: number }

/** How a number of things has changed since the first day there is: '+3 in 30 days'. Nothing without an earlier day. */
export const countTrend = (values: readonly DayValue[]) => compare(values, (change) => signed(change, String))

/** The same of money, in rand: '12.5 % more than 30 days ago'. */
export const moneyTrend = (values: readonly DayValue[]) =>
  compare(values, (change, before, days) => {
    if (before === 0) return signed(change, (amount) => `R${amount.toFixed(2)}`)
    const percent = Math.abs((change / before) * 100)
    return `${percentOf(percent)} ${change > 0 ? 'more' : 'less'} than ${days === 1 ? 'yesterday' : `${days} days ago`}`
  })

function compare(values: readonly DayValue[], words: (change: number, before: number, days: number) => string) {
  const [first, last] = [values[0], values.at(-1)]
  if (!first || !last) return undefined
  const days = daysBetween(first.day, last.day)
  if (days < 1) return undefined
  const change = last.value - first.value
  const since = days === 1 ? 'since yesterday' : `in ${days} days`
  if (change === 0) return `No change ${since}`
  const said = words(change, first.value, days)
  return said.includes(' than ') ? said : `${said} ${since}`
}

/** With a real minus, as wide as the plus. */
const signed = (change: number, format: (amount: number) => string) =>
  `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`

/** A change is never rounded to zero. */
const percentOf = (percent: number) => (percent < 0.1 ? 'Less than 0.1%' : `${Number(percent.toFixed(1))}%`)

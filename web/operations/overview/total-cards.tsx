import { Banknote, Building2, KeyRound, LifeBuoy, type LucideIcon } from 'lucide-react'
import type { StaffStats } from '#contract/operations/dashboard.ts'
import type { DayTotals } from '#contract/operations/overview.ts'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatCard } from '#web/ui/page/stat-card.tsx'
import { useOverview } from './api.ts'
import { countTrend, moneyTrend } from './trend.ts'

type Total = { name: keyof StaffStats; label: string; icon: LucideIcon; color: string }

const totals: Total[] = [
  { name: 'totalOrganizations', label: 'Active Organizations', icon: Building2, color: 'var(--chart-1)' },
  { name: 'monthlyRevenue', label: 'Monthly Revenue', icon: Banknote, color: 'var(--chart-2)' },
  { name: 'totalActiveLicenses', label: 'Active Licenses', icon: KeyRound, color: 'var(--chart-3)' },
  { name: 'totalSupportTickets', label: 'Support Tickets', icon: LifeBuoy, color: 'var(--chart-4)' },
]

const grid = 'grid gap-4 min-[480px]:grid-cols-2 xl:grid-cols-4'

/** The figures come first; how they have moved follows in the room kept for it. */
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
      value={isMoney ? `R${value}` : value}
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

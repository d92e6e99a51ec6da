import type { ReportFigures, SupportReports } from '#contract/support/support-desk.ts'
import { StatCard } from '#web/ui/page/stat-card.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { inHours } from '#web/ui/text/duration.ts'
import { inPercent, inStars, shown } from './figure-words.ts'

type Total = { label: string; figure: keyof ReportFigures; format: (value: number) => string }

const totals: Total[] = [
  { label: 'Tickets Created', figure: 'created', format: (count) => count.toLocaleString('en-US') },
  { label: 'Tickets Resolved', figure: 'resolved', format: (count) => count.toLocaleString('en-US') },
  { label: 'Median First Response', figure: 'medianFirstResponse', format: inHours },
  { label: 'First Responses in Time', figure: 'firstResponsesInTime', format: inPercent },
  { label: 'Resolutions in Time', figure: 'resolutionsInTime', format: inPercent },
  { label: 'Satisfaction', figure: 'averageRating', format: inStars },
]

const grid = 'grid gap-4 min-[480px]:grid-cols-2 lg:grid-cols-3'

type Props = Pick<SupportReports, 'total' | 'previous'> & { days: number }

export const TotalCards = ({ total, previous, days }: Props) => (
  <div className={grid}>
    {totals.map(({ label, figure, format }) => (
      <StatCard
        key={label}
        label={label}
        value={shown(total[figure], format)}
        caption={<p className="min-h-5">{captionOf(previous[figure], format, days)}</p>}
      />
    ))}
  </div>
)

const captionOf = (value: number | null, format: (value: number) => string, days: number) =>
  value !== null && `${format(value)} in the ${days === 1 ? 'day' : `${days} days`} before`

export const TotalCardsSkeleton = () => (
  <div className={grid}>
    {totals.map(({ label }) => (
      <Skeleton key={label} className="h-29 rounded-xl" />
    ))}
  </div>
)

import { AlarmClock, MessageCircle, Star, User, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { REPORT_DAYS } from '#contract/support/support-desk.ts'
import { links } from '#web/app/links.ts'
import { useInboxCounts } from '#web/support/inbox/api.ts'
import { useLastReports } from '#web/support/support-desk/api.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatCard } from '#web/ui/page/stat-card.tsx'

/** An agent's own work. Each card opens its tickets. */
export function MyTickets() {
  const { data: counts, isError } = useInboxCounts()
  const unknown = isError ? '—' : <Skeleton className="h-8 w-14" />
  return (
    <div className="grid gap-4 min-[480px]:grid-cols-2 xl:grid-cols-4">
      <Tickets label="My Tickets" icon={User} view="mine" link="Open my tickets">
        {counts?.mine ?? unknown}
      </Tickets>
      <Tickets label="Late Tickets" icon={AlarmClock} view="late" link="Open late tickets">
        {counts?.late ?? unknown}
      </Tickets>
      <Tickets label="Needs an Answer" icon={MessageCircle} view="needs-answer" link="Open tickets to answer">
        {counts?.['needs-answer'] ?? unknown}
      </Tickets>
      <Ratings />
    </div>
  )
}

type Props = {
  label: string
  icon: LucideIcon
  view: 'mine' | 'late' | 'needs-answer'
  link: string
  children: ReactNode
}

const Tickets = ({ label, icon, view, link, children }: Props) => (
  <StatCard
    label={label}
    icon={icon}
    value={children}
    caption={
      <Link href={links.ticketsIn(view)} className="rounded-sm text-accent underline-offset-4 hover:underline">
        {link}
      </Link>
    }
  />
)

function Ratings() {
  const { data, isError } = useLastReports()
  // Agents get their own row only.
  const own = data?.agents[0]
  const unknown = isError ? '—' : <Skeleton className="h-8 w-14" />
  return (
    <StatCard
      label="Ratings"
      icon={Star}
      value={data ? ratingOf(own?.averageRating ?? null) : unknown}
      caption={
        <Link href={links.reports} className="rounded-sm text-accent underline-offset-4 hover:underline">
          {data
            ? `${own?.ratings ?? 0} in ${REPORT_DAYS} days, team ${teamOf(data.total.averageRating)}`
            : 'Open reports'}
        </Link>
      }
    />
  )
}

const teamOf = (average: number | null) => average?.toFixed(1) ?? 'none'

const ratingOf = (average: number | null) => (average === null ? 'None' : `${average.toFixed(1)} of 5`)

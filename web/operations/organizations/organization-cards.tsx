import { Building2, CalendarPlus, CircleCheck } from 'lucide-react'
import { formatMonth } from '#contract/dates.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatCard } from '#web/ui/page/stat-card.tsx'

type Props = { organizations: Organization[] | undefined; isError: boolean }

export function OrganizationCards({ organizations, isError }: Props) {
  const unknown = isError ? '—' : <Skeleton className="h-8 w-14" />
  const count = (isCounted: (organization: Organization) => boolean) =>
    organizations?.filter(isCounted).length ?? unknown
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <StatCard label="Total Organizations" icon={Building2} value={count(() => true)} />
      <StatCard label="Active Organizations" icon={CircleCheck} value={count(({ isActive }) => isActive)} />
      <StatCard label="New This Month" icon={CalendarPlus} value={count(isOfThisMonth)} />
    </div>
  )
}

const isOfThisMonth = ({ createdAt }: Organization) => formatMonth(createdAt) === formatMonth(new Date())

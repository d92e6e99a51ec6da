import { BadgeCheck, KeyRound, ShieldCheck, Users } from 'lucide-react'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatCard } from '#web/ui/page/stat-card.tsx'
import { useUserSummary } from './api.ts'

/** Everyone, whatever the list below shows. */
export function UserCards() {
  const { data, isError } = useUserSummary()
  const unknown = isError ? '—' : <Skeleton className="h-8 w-14" />
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard label="Total Users" icon={Users} value={data?.total ?? unknown} />
      <StatCard label="Admins" icon={ShieldCheck} value={data?.admins ?? unknown} />
      <StatCard label="Verified Users" icon={BadgeCheck} value={data?.verified ?? unknown} />
      <StatCard label="MFA Enabled" icon={KeyRound} value={data?.mfaEnabled ?? unknown} />
    </div>
  )
}

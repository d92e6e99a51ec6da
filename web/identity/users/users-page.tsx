import { UserPlus, BadgeCheck, KeyRound, ShieldCheck, Users } from 'lucide-react'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { BlockedDomainsCard } from '#web/identity/blocked-domains/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { StatCard } from '#web/ui/page/stat-card.tsx'
import { WhenNear } from '#web/ui/page/when-near.tsx'
import { useUserFilter, useUserPages, useUserSummary } from './api.ts'
import { UsersCard } from './users-card.tsx'

const AddStaffDialog = onDemand(async () => (await import('./dialogs/add-staff-dialog.tsx')).AddStaffDialog)

/** ?add=1 opens the dialog. */
export function UsersPage() {
  const [isAdding] = useUrlState('add')
  const [isBlocking] = useUrlState('block')
  const { isPending: isLoading } = useUserPages(useUserFilter())
  return (
    <Page {...HEADINGS['/admin/users']} actions={<AddStaffButton />}>
      <UserCards />
      <UsersCard />
      <WhenNear place={<Skeleton className="h-56" />} isNeeded={Boolean(isBlocking)} isPlaced={!isLoading} isSearchable>
        <BlockedDomainsCard />
      </WhenNear>
      {isAdding && <AddStaffDialog onClose={() => setUrl({ add: null })} />}
    </Page>
  )
}

const AddStaffButton = () => (
  <Button variant="primary" {...intent(AddStaffDialog)} onClick={() => setUrl({ add: '1' }, { replace: false })}>
    <UserPlus aria-hidden />
    Add Staff
  </Button>
)

function UserCards() {
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

import { UserStatus } from '#contract/user.ts'
import { ListFilters } from '#web/app/list-filters.tsx'
import { useUrlState } from '#web/app/url-state.ts'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUsers } from './api.ts'
import { UserCards } from './user-cards.tsx'
import { UsersTable } from './users-table.tsx'

export function UsersPage() {
  const [search] = useUrlState('search')
  const [wanted] = useUrlState('status')
  const status = UserStatus.options.find((option) => option === wanted)
  const users = useUsers({ search, status })

  return (
    <Page title="Users" description="Everyone who may sign in, and those who wait for approval.">
      <UserCards />
      <Card
        title="All Users"
        flush
        actions={
          <ListFilters
            label="Search users"
            placeholder="Name, email, username, organization"
            statuses={statuses}
            status={status}
          />
        }
      >
        <Loaded query={users} failure="Failed to load users data. Please try refreshing the page.">
          {({ rows, total }) => <UsersTable users={rows} total={total} isNarrowed={Boolean(search || status)} />}
        </Loaded>
      </Card>
    </Page>
  )
}

const statuses = [
  { value: '', label: 'All statuses' },
  { value: 'pending', label: 'Pending' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
]

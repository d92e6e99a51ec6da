import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { fullName, type UserStatus } from '#contract/identity/session.ts'
import { canBeViewed } from '#contract/identity/viewings.ts'
import type { CustomerPerson } from '#contract/operations/customers.ts'
import { roleTitle } from '#contract/roles.ts'
import { UrlSearchBox } from '#web/app/lists/url-search-box.tsx'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { ViewDialog } from '#web/identity/viewings/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { usePeople, usePeopleFilter } from '../api.ts'
import { PagedTable } from '../paged-table.tsx'

export function PeopleTab({ id }: { id: string }) {
  const filter = usePeopleFilter()
  const [viewed, view] = useState<CustomerPerson | null>(null)
  const isAdmin = useIsAdmin()
  return (
    <Card title="People" flush actions={<UrlSearchBox label="Search people" placeholder="Name or email" />}>
      <PagedTable
        label="List of People"
        pages={usePeople(id, filter)}
        shows={filter.search ?? ''}
        columns={isAdmin ? [...columns, actionsFor(view)] : columns}
        nouns={['person', 'people']}
        empty={
          <Empty icon={UsersRound}>
            {filter.search ? 'No one matches your search.' : 'No one has an account yet.'}
          </Empty>
        }
      />
      {viewed && <ViewDialog person={viewed} onClose={() => view(null)} />}
    </Card>
  )
}

const actionsFor = (view: (person: CustomerPerson) => void): Column<CustomerPerson> => ({
  key: 'actions',
  header: 'Actions',
  align: 'end',
  phone: 'bare',
  cell: (person) =>
    canBeViewed(person) && (
      <Button
        size="small"
        aria-label={`View as ${fullName(person)}`}
        {...intent(ViewDialog)}
        onClick={() => view(person)}
      >
        View as
      </Button>
    ),
})

const statusNotes: Record<UserStatus, string | null> = {
  active: null,
  pending: 'Awaiting approval',
  suspended: 'Without access',
}

const columns: Column<CustomerPerson>[] = [
  {
    key: 'name',
    header: 'Name',
    grow: 100,
    phone: 'title',
    cell: (person) => (
      <span className="block min-w-0 py-1">
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          {fullName(person)}
          {statusNotes[person.status] && <Badge tone="warning">{statusNotes[person.status]}</Badge>}
        </span>
        <a href={`mailto:${person.email}`} className="block truncate font-normal text-fg2 hover:underline">
          {person.email}
        </a>
      </span>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    phone: 'status',
    cell: ({ role, isMfaEnabled }) => (
      <span className="block">
        {roleTitle(role)}
        {isMfaEnabled && <span className="block text-fg2 max-sm:hidden">Two-factor on</span>}
      </span>
    ),
  },
  {
    key: 'verified',
    header: 'Email',
    phone: 'line',
    cell: ({ isEmailVerified }) =>
      isEmailVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>,
  },
  {
    key: 'lastSignIn',
    header: 'Last sign-in',
    phone: 'note',
    cell: ({ lastSignIn }) => (
      <DateText value={lastSignIn} format={formatDateTime} full={formatInstant} absent="Never signed in" />
    ),
  },
]

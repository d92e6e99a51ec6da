import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { fullName } from '#contract/identity/session.ts'
import { canChangeRole, canReactivate, canRemove, type Member } from '#contract/identity/team.ts'
import { countOf, newestOf } from '#contract/quantities.ts'
import { ListFilters } from '#web/app/lists/list-filters.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { offered, type MenuItem } from '#web/ui/menu/menu-item.ts'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { useMemberFilter, useMembers } from './api.ts'
import type { MemberAction } from './member-dialog.tsx'
import { RoleBadge, StatusBadge } from './team-badges.tsx'

const MemberDialog = onDemand(async () => (await import('./member-dialog.tsx')).MemberDialog)

const statuses = [
  { value: '', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Without access' },
]

export function MembersCard() {
  const { id: ownId } = useCurrentUser()
  const filter = useMemberFilter()
  const members = useMembers(filter)
  const [opened, open] = useState<{ action: MemberAction; member: Member } | null>(null)

  return (
    <Card
      title="Members"
      flush
      actions={
        <ListFilters
          label="Search members"
          placeholder="Name, email or username"
          statuses={statuses}
          status={filter.status}
        />
      }
    >
      <Loaded query={members} failure={notLoaded('the team')}>
        {({ rows, total }) => (
          <Table
            label="List of Members"
            rows={selfFirst(rows, ownId)}
            columns={memberColumns(ownId)}
            rowKey={({ id }) => id}
            rowName={fullName}
            actions={(member) => actionsFor(member, (action) => open({ action, member }))}
            empty={<NothingFound />}
            footer={
              rows.length < total
                ? `${newestOf(rows.length, total, 'member')}. Search to find the others.`
                : countOf(total, 'member')
            }
          />
        )}
      </Loaded>
      {opened && <MemberDialog {...opened} isSelf={opened.member.id === ownId} onClose={() => open(null)} />}
    </Card>
  )
}

const selfFirst = (members: Member[], ownId: string) =>
  members.toSorted(
    (one, other) =>
      Number(other.id === ownId) - Number(one.id === ownId) || fullName(one).localeCompare(fullName(other), 'en'),
  )

function actionsFor(member: Member, open: (action: MemberAction) => void): MenuItem[] {
  const { id, role } = member
  return [
    ...offered(canChangeRole(member) && role === 'customer', {
      label: 'Make administrator',
      onSelect: () => open('promote'),
    }),
    ...offered(canChangeRole(member) && role === 'org_admin', { label: 'Make member', onSelect: () => open('demote') }),
    {
      label: 'Show activity',
      onSelect: () => setUrl({ tab: 'audit', actor: id, search: null, status: null }, { replace: false }),
    },
    ...offered(canReactivate(member), { label: 'Reactivate', onSelect: () => open('reactivate') }),
    ...offered(canRemove(member), { label: 'Remove', tone: 'danger', onSelect: () => open('remove') }),
  ]
}

/** Never empty: it contains the current user. */
const NothingFound = () => (
  <Empty
    icon={SearchX}
    action={<Button onClick={() => setUrl({ search: null, status: null })}>Clear search and filter</Button>}
  >
    No members found matching your search.
  </Empty>
)

const memberColumns = (ownId: string): Column<Member>[] => [
  {
    key: 'name',
    header: 'Name',
    grow: 50,
    phone: 'title',
    sortBy: fullName,
    cell: (member) => <Name member={member} isSelf={member.id === ownId} />,
  },
  {
    key: 'email',
    header: 'Email',
    grow: 50,
    phone: 'line',
    sortBy: ({ email }) => email,
    cell: ({ email }) => <Truncate text={email} />,
  },
  {
    key: 'role',
    header: 'Role',
    phone: 'status',
    sortBy: ({ role }) => role,
    cell: ({ role }) => <RoleBadge role={role} />,
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'hidden',
    sortBy: ({ status }) => status,
    cell: (member) => <StatusBadge {...member} />,
  },
  {
    key: 'mfa',
    header: 'Two-factor',
    phone: 'hidden',
    sortBy: ({ isMfaEnabled }) => Number(isMfaEnabled),
    cell: ({ isMfaEnabled }) => (isMfaEnabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>),
  },
  {
    key: 'lastSeen',
    header: 'Last seen',
    phone: 'hidden',
    sortBy: ({ lastSeen }) => lastSeen,
    cell: ({ lastSeen }) => (
      <DateText value={lastSeen} format={formatDateTime} full={formatInstant} absent="Never signed in" />
    ),
  },
]

const Name = ({ member, isSelf }: { member: Member; isSelf: boolean }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={fullName(member)} />
    <span className="min-w-0 max-sm:max-w-48">
      <span className="flex min-w-0 items-center gap-2">
        <Truncate text={fullName(member)} className="font-medium" />
        {isSelf && <Badge tone="info">You</Badge>}
        {member.status !== 'active' && (
          <span className="sm:hidden">
            <StatusBadge {...member} />
          </span>
        )}
      </span>
      <Truncate text={`@${member.username}`} className="font-normal text-fg2 max-sm:hidden" />
    </span>
  </span>
)

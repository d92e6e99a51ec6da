import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { fullName } from '#contract/identity/session.ts'
import type { Member } from '#contract/identity/team.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { RoleBadge, StatusBadge } from './team-badges.tsx'

export const memberColumns = (ownId: string): Column<Member>[] => [
  {
    key: 'name',
    header: 'Name',
    phone: 'title',
    sortBy: fullName,
    cell: (member) => <Name member={member} isSelf={member.id === ownId} />,
  },
  {
    key: 'email',
    header: 'Email',
    sortBy: ({ email }) => email,
    cell: ({ email }) => <Truncate text={email} />,
  },
  { key: 'role', header: 'Role', sortBy: ({ role }) => role, cell: ({ role }) => <RoleBadge role={role} /> },
  { key: 'status', header: 'Status', sortBy: ({ status }) => status, cell: (member) => <StatusBadge {...member} /> },
  {
    key: 'mfa',
    header: 'Two-factor',
    sortBy: ({ isMfaEnabled }) => Number(isMfaEnabled),
    cell: ({ isMfaEnabled }) => (isMfaEnabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>),
  },
  {
    key: 'lastSeen',
    header: 'Last seen',
    sortBy: ({ lastSeen }) => lastSeen,
    cell: ({ lastSeen }) => <DateText value={lastSeen} format={formatDateTime} full={formatInstant} />,
  },
]

const Name = ({ member, isSelf }: { member: Member; isSelf: boolean }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={fullName(member)} />
    <span className="max-w-48 min-w-0 2xl:max-w-72">
      <span className="flex min-w-0 items-center gap-2">
        <Truncate text={fullName(member)} className="font-medium" />
        {isSelf && <Badge tone="info">You</Badge>}
      </span>
      <Truncate text={`@${member.username}`} className="font-normal text-fg2" />
    </span>
  </span>
)

import { formatDate, formatInstant } from '#contract/dates.ts'
import { roleName, type Role } from '#contract/roles.ts'
import { fullName, type User, type UserStatus } from '#contract/user.ts'
import { canActivate } from '#contract/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { Table } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { Truncate } from '#web/ui/truncate.tsx'
import { useActivateUser } from './api.ts'

const roleTones: Record<Role, Tone> = { admin: 'violet', agent: 'info', org_admin: 'accent', customer: 'neutral' }
const statusTones: Record<UserStatus, Tone> = { active: 'success', pending: 'warning', suspended: 'danger' }

const columns: Column<User>[] = [
  { key: 'user', header: 'User', phone: 'title', sortBy: fullName, cell: (user) => <Name user={user} /> },
  {
    key: 'email',
    header: 'Email',
    sortBy: ({ email }) => email,
    cell: ({ email }) => <Narrow text={email} />,
  },
  {
    key: 'role',
    header: 'Role',
    sortBy: ({ role }) => role,
    cell: ({ role }) => <Word tone={roleTones[role]} text={roleName(role)} />,
  },
  {
    key: 'organization',
    header: 'Organization',
    sortBy: ({ organization }) => organization,
    cell: ({ organization }) =>
      organization ? <Narrow text={organization} /> : <span className="text-fg2">No organization</span>,
  },
  {
    key: 'status',
    header: 'Status',
    sortBy: ({ status }) => status,
    cell: ({ status }) => <Word tone={statusTones[status]} text={status} />,
  },
  {
    key: 'createdAt',
    header: 'Created',
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDate} full={formatInstant} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    phone: 'bare',
    align: 'end',
    cell: (user) => canActivate(user) && <ActivateButton user={user} />,
  },
]

type Props = { users: User[]; total: number; isNarrowed: boolean }

export const UsersTable = ({ users, total, isNarrowed }: Props) => (
  <Table
    label="Users"
    rows={users}
    columns={columns}
    rowKey={({ id }) => id}
    empty={<Empty>{isNarrowed ? 'No users found matching your search.' : 'No users yet.'}</Empty>}
    footer={
      users.length < total
        ? `The newest ${users.length} of ${total} users. Search to find the others.`
        : `${total} ${total === 1 ? 'user' : 'users'}`
    }
  />
)

/** Seven columns have to fit beside the navigation. */
const Narrow = ({ text }: { text: string }) => (
  <span className="block max-w-38 2xl:max-w-56">
    <Truncate text={text} />
  </span>
)

const Name = ({ user }: { user: User }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={fullName(user)} />
    <span className="max-w-36 min-w-0 2xl:max-w-none">
      <Truncate text={fullName(user)} className="font-medium" />
      <Truncate text={`@${user.username}`} className="text-fg2" />
    </span>
  </span>
)

const Word = ({ tone, text }: { tone: Tone; text: string }) => (
  <Badge tone={tone}>
    <span className="capitalize">{text}</span>
  </Badge>
)

function ActivateButton({ user }: { user: User }) {
  const { mutate, isPending } = useActivateUser()
  return (
    <Button
      size="small"
      disabled={isPending}
      aria-label={`Activate ${fullName(user)}`}
      onClick={() => mutate({ params: { id: user.id } })}
    >
      {isPending ? 'Activating…' : 'Activate'}
    </Button>
  )
}

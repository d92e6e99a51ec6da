import { clsx } from 'clsx'
import { SearchX, MailCheck, MailX, ShieldCheck, ShieldOff, type LucideIcon } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Link } from 'wouter'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { fullName, type User } from '#contract/identity/session.ts'
import type { UserFilter } from '#contract/identity/users.ts'
import { countOf } from '#contract/quantities.ts'
import { roleName, Role } from '#contract/roles.ts'
import { loadNextPage } from '#web/app/api/pages.ts'
import { links } from '#web/app/links.ts'
import { ListFilters } from '#web/app/lists/list-filters.tsx'
import { PagedFooter } from '#web/app/lists/paged-footer.tsx'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { TableSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { UserDialog } from './activate-button.tsx'
import { NO_FILTER, isNarrowed, useUserFilter, useUserPages } from './api.ts'
import { UserActions, type OnOpen } from './user-actions.tsx'
import { RoleBadge, StatusBadge } from './user-badges.tsx'

const UserDrawer = onDemand(async () => (await import('./user-drawer.tsx')).UserDrawer)

type OpenDialog = Omit<ComponentProps<typeof UserDialog>, 'onClose'>

export function UsersCard() {
  const filter = useUserFilter()
  const pages = useUserPages(filter)
  const [opened, open] = useState<OpenDialog | null>(null)
  const [shown] = useUrlState('user')

  return (
    <Card title="All Users" flush actions={<UserFilters {...filter} />}>
      <Loaded
        query={pages}
        failure="Failed to load users data. Please try refreshing the page."
        skeleton={<TableSkeleton />}
      >
        {({ rows, total }) => (
          <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
            <ScrollEnd onNear={() => loadNextPage(pages)} shows={JSON.stringify(filter)}>
              <Table
                label="Users"
                rows={rows}
                columns={userColumns(rows.length === total, open)}
                rowKey={({ id }) => id}
                onRowClick={({ id }) => showUser(id)}
                empty={isNarrowed(filter) ? <NothingFound /> : <Empty>No users yet.</Empty>}
                footer={<PagedFooter pages={pages} count={(total) => countOf(total, 'user')} />}
              />
            </ScrollEnd>
          </div>
        )}
      </Loaded>
      {shown && <UserDrawer id={shown} onOpen={open} onClose={() => setUrl({ user: null })} />}
      {opened && <UserDialog {...opened} onClose={() => open(null)} />}
    </Card>
  )
}

const showUser = (user: string) => setUrl({ user }, { replace: false })

const NothingFound = () => (
  <Empty icon={SearchX} action={<Button onClick={() => setUrl(NO_FILTER)}>Clear search and filters</Button>}>
    No users found matching your search.
  </Empty>
)

const facts: Column<User>[] = [
  { key: 'user', header: 'User', grow: 35, phone: 'title', sortBy: fullName, cell: (user) => <Name user={user} /> },
  {
    key: 'email',
    header: 'Email',
    grow: 40,
    phone: 'line',
    sortBy: ({ email }) => email,
    cell: (user) => (
      <span className="block min-w-0">
        <Truncate text={user.email} />
        <span className="block truncate text-fg2 sm:hidden">
          {[inTitleCase(roleName(user.role)), user.organization].filter(Boolean).join(' · ')}
        </span>
        <Marks {...user} />
      </span>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    phone: 'hidden',
    sortBy: ({ role }) => role,
    cell: ({ role }) => <RoleBadge role={role} />,
  },
  {
    key: 'organization',
    header: 'Organization',
    phone: 'hidden',
    grow: 25,
    sortBy: ({ organization }) => organization,
    cell: ({ organizationId, organization }) =>
      organizationId && organization ? (
        <Link href={links.customer(organizationId)} className="block hover:underline">
          <Truncate text={organization} />
        </Link>
      ) : (
        <span className="text-fg2">No organization</span>
      ),
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'status',
    sortBy: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'createdAt',
    header: 'Created',
    phone: 'hidden',
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDate} full={formatInstant} />,
  },
]

/** Not sortable: sorting one page would look like sorting all users. */
const unsorted = facts.map(({ sortBy: _sortBy, ...column }) => column)

const userColumns = (isWhole: boolean, onOpen: OnOpen): Column<User>[] => [
  ...(isWhole ? facts : unsorted),
  {
    key: 'actions',
    header: 'Actions',
    width: '8.5rem',
    phone: 'menu',
    align: 'end',
    cell: (user) => <UserActions user={user} onOpen={onOpen} />,
  },
]

const Name = ({ user }: { user: User }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={fullName(user)} />
    <span className="min-w-0">
      <OpenLink opens={{ user: user.id }} className="block max-w-full font-medium hover:underline">
        <Truncate text={fullName(user)} />
      </OpenLink>
      <Truncate text={`@${user.username}`} className="text-fg2" />
    </span>
  </span>
)

const Marks = ({ isEmailVerified, isMfaEnabled }: Pick<User, 'isEmailVerified' | 'isMfaEnabled'>) => (
  <span className="mt-0.5 flex gap-2">
    <Mark isOn={isEmailVerified} icons={[MailCheck, MailX]} words={['Email verified', 'Email not verified']} />
    <Mark isOn={isMfaEnabled} icons={[ShieldCheck, ShieldOff]} words={['MFA on', 'MFA off']} />
  </span>
)

type MarkProps = { isOn: boolean; icons: [on: LucideIcon, off: LucideIcon]; words: [on: string, off: string] }

function Mark({ isOn, icons: [On, Off], words: [on, off] }: MarkProps) {
  const Icon = isOn ? On : Off
  return (
    <span title={isOn ? on : off} className={isOn ? 'text-success-fg' : 'text-fg2'}>
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{isOn ? on : off}</span>
    </span>
  )
}

const UserFilters = ({ status, role }: UserFilter) => (
  <>
    <ListFilters label="Search users" placeholder="Name, email or organization" statuses={statuses} status={status} />
    <Select
      aria-label="Role"
      options={roles}
      value={role ?? ''}
      onChange={(event) => setUrl({ role: event.target.value })}
      className="w-full sm:w-36"
    />
  </>
)

const statuses = [
  { value: '', label: 'All statuses' },
  { value: 'pending', label: 'Pending' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
]

const inTitleCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const roles = [
  { value: '', label: 'All roles' },
  ...Role.options.map((role) => ({ value: role, label: inTitleCase(roleName(role)) })),
]

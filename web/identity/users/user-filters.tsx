import type { UserFilter } from '#contract/identity/users.ts'
import { Role, roleName } from '#contract/roles.ts'
import { ListFilters } from '#web/app/lists/list-filters.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { Select } from '#web/ui/form/select.tsx'

/** Everything that narrows the list is in the address. */
export const UserFilters = ({ status, role }: UserFilter) => (
  <>
    <ListFilters
      label="Search users"
      placeholder="Name, email, username, organization"
      statuses={statuses}
      status={status}
    />
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

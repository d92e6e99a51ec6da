import { clsx } from 'clsx'
import type { TicketFilter } from '#contract/support/ticket-filter.ts'
import { ListFilters } from '#web/app/lists/list-filters.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { namedOptions } from '#web/app/words/named-options.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { useCategories } from '#web/support/support-desk/api.ts'
import { priorityOptions, statusOptions } from '#web/support/support-desk/ticket-badges.ts'
import { CheckboxField } from '#web/ui/form/fields.tsx'
import { Select, type Option } from '#web/ui/form/select.tsx'
import { useAssignees } from '../api.ts'

type Props = { filter: TicketFilter }

export const TicketSearch = ({ filter }: Props) => (
  <ListFilters
    label="Search tickets"
    placeholder="Title, description or number"
    statuses={[{ value: '', label: 'All Statuses' }, ...statusOptions]}
    status={filter.status}
  />
)

export function StaffFilters({ filter, isNarrow }: Props & { isNarrow: boolean }) {
  const { data: categories = [] } = useCategories()
  return (
    <div className={clsx('grid grid-cols-2 items-center gap-2 px-3 pb-2', !isNarrow && 'sm:flex')}>
      <Choice label="Priority" name="priority" value={filter.priority} options={[anyPriority, ...priorityOptions]} />
      <Choice
        label="Category"
        name="category"
        value={filter.category}
        options={[...anyCategory, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <AssigneeChoice value={filter.assignee} />
      <CheckboxField
        name="late"
        label="Late only"
        fieldClass="px-1"
        checked={filter.late === '1'}
        onChange={({ target }) => setUrl({ late: target.checked ? '1' : null })}
      />
    </div>
  )
}

const anyPriority = { value: '', label: 'All priorities' }
const anyCategory = [
  { value: '', label: 'All categories' },
  { value: 'none', label: 'No category' },
]

function AssigneeChoice({ value }: { value: string | undefined }) {
  const { id: me } = useCurrentUser()
  const { data: people = [] } = useAssignees()
  const others = namedOptions(people).filter(({ value: id }) => id !== me)
  return (
    <Choice label="Assignee" name="assignee" value={value === me ? 'me' : value} options={[...anybody, ...others]} />
  )
}

const anybody = [
  { value: '', label: 'Everyone' },
  { value: 'me', label: 'Me' },
  { value: 'none', label: 'Unassigned' },
]

type ChoiceProps = { label: string; name: string; options: readonly Option[]; value: string | undefined }

const Choice = ({ label, name, options, value }: ChoiceProps) => (
  <Select
    aria-label={label}
    options={options}
    value={value ?? ''}
    onChange={({ target }) => setUrl({ [name]: target.value })}
    className="w-full max-w-44"
  />
)

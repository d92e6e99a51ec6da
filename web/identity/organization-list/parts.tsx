import { SelectField } from '#web/ui/form/fields.tsx'
import { SearchBox } from '#web/ui/table/search-box.tsx'
import { useOrganizations } from './api.ts'

type Props = { value: string; onChange: (value: string) => void }

export const OrganizationSearch = (search: Props) => (
  <SearchBox label="Search organizations" placeholder="Name or contact email" {...search} className="sm:w-72" />
)

export function OrganizationField() {
  const { data = [], isPending, isError } = useOrganizations()
  const choices = data
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const label = isPending
    ? 'Loading…'
    : isError
      ? 'Failed to load the organizations'
      : choices.length > 0
        ? 'Choose an organization'
        : 'No organizations yet'
  return <SelectField name="organizationId" label="Organization" options={[{ value: '', label }, ...choices]} />
}

import { SelectField } from '#web/ui/form/fields.tsx'
import { useOrganizations } from './api.ts'

/** For an admin, who belongs to none and must name one. */
export function OrganizationField() {
  const { data = [], isPending } = useOrganizations()
  const choices = data
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const first = { value: '', label: isPending ? 'Loading…' : 'Choose an organization' }
  return <SelectField name="organizationId" label="Organization" options={[first, ...choices]} />
}

import type { ComponentProps } from 'react'
import { SelectField } from '#web/ui/form/fields.tsx'
import { SearchBox } from '#web/ui/table/search-box.tsx'
import { useOrganizationOptions } from './api.ts'

type Props = { value: string; onChange: (value: string) => void }

export const OrganizationSearch = (search: Props) => (
  <SearchBox label="Search organizations" placeholder="Name or contact email" {...search} className="sm:w-72" />
)

type ChoiceProps = Pick<ComponentProps<'select'>, 'value' | 'onChange'>

export function OrganizationField(choice: ChoiceProps) {
  const { options, isPending, isError } = useOrganizationOptions()
  const label = isPending
    ? 'Loading…'
    : isError
      ? 'Failed to load the organizations'
      : options.length > 0
        ? 'Choose an organization'
        : 'No organizations yet'
  return (
    <SelectField name="organizationId" label="Organization" options={[{ value: '', label }, ...options]} {...choice} />
  )
}

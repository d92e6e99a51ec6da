import type { ComponentProps } from 'react'
import { Field } from '#web/ui/form/field.tsx'
import { SearchableSelect } from '#web/ui/menu/searchable-select.tsx'
import { SearchBox } from '#web/ui/table/search-box.tsx'
import { useOrganizationOptions } from './api.ts'

type SearchProps = { value: string; onChange: (value: string) => void }

export const OrganizationSearch = (search: SearchProps) => (
  <SearchBox label="Search organizations" placeholder="Name or contact email" {...search} className="sm:w-72" />
)

const LABEL = 'Organization'

type Props = Partial<SearchProps>

export function OrganizationField(choice: Props) {
  const { options, isPending, isError } = useOrganizationOptions()
  const placeholder = isPending
    ? 'Loading…'
    : isError
      ? 'Failed to load the organizations'
      : options.length > 0
        ? 'Choose an organization'
        : 'No organizations yet'
  return (
    <Field name="organizationId" label={LABEL}>
      {(control) => <SearchableSelect label={LABEL} {...{ options, placeholder }} {...choice} {...control} />}
    </Field>
  )
}

type FilterProps = SearchProps & Pick<ComponentProps<'button'>, 'className'>

export const OrganizationFilter = (filter: FilterProps) => (
  <SearchableSelect
    label={LABEL}
    options={useOrganizationOptions().options}
    placeholder="All organizations"
    isOptional
    {...filter}
  />
)

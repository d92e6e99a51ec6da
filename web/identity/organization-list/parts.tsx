import type { ComponentProps } from 'react'
import { Field } from '#web/ui/form/field.tsx'
import { SearchableSelect } from '#web/ui/menu/searchable-select.tsx'
import { SearchBox } from '#web/ui/table/search-box.tsx'
import { useOrganizationOptions } from './api.ts'

type SearchProps = { value: string; onChange: (value: string) => void }

export const OrganizationSearch = (search: SearchProps) => (
  <SearchBox label="Search organizations" placeholder="Name or contact email" {...search} className="sm:w-72" />
)

export const NO_ORGANIZATION_FOUND = 'No organizations found matching your search.'

const LABEL = 'Organization'

type Props = Partial<SearchProps>

function useChoices() {
  const { options, isPending, isError } = useOrganizationOptions()
  if (options.length > 0) return { options }
  if (isPending) return { options, emptyText: 'Loading…' }
  return { options, emptyText: isError ? 'Failed to load the organizations' : 'No organizations yet' }
}

export function OrganizationField(choice: Props) {
  const organizations = useChoices()
  return (
    <Field name="organizationId" label={LABEL}>
      {(control) => (
        <SearchableSelect
          label={LABEL}
          placeholder="Choose an organization"
          {...organizations}
          {...choice}
          {...control}
        />
      )}
    </Field>
  )
}

type FilterProps = SearchProps & Pick<ComponentProps<'button'>, 'className'>

export const OrganizationFilter = (filter: FilterProps) => (
  <SearchableSelect label={LABEL} {...useChoices()} placeholder="All organizations" isOptional {...filter} />
)

import { SearchBox } from '#web/ui/table/search-box.tsx'

export { OrganizationField } from './organization-field.tsx'

type Props = { value: string; onChange: (value: string) => void }

/** Looks at what `isWanted` looks at. */
export const OrganizationSearch = (search: Props) => (
  <SearchBox label="Search organizations" placeholder="Name or contact email" {...search} className="sm:w-72" />
)

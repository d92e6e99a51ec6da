import { useUrlState } from '#web/app/url-state.ts'
import { Select, type Option } from '#web/ui/form/select.tsx'
import { UrlSearchBox } from './url-search-box.tsx'

type Props = {
  label: string
  placeholder: string
  statuses: readonly Option[]
  /** The status in the address, if it exists. */
  status: string | undefined
}

/** Search and status filter of a list, kept in ?search= and ?status=. */
export function ListFilters({ label, placeholder, statuses, status }: Props) {
  const [, setStatus] = useUrlState('status')
  return (
    <>
      <UrlSearchBox label={label} placeholder={placeholder} className="sm:w-72" />
      <Select
        aria-label="Status"
        options={statuses}
        value={status ?? ''}
        onChange={(event) => setStatus(event.target.value)}
        className="w-full sm:w-44"
      />
    </>
  )
}

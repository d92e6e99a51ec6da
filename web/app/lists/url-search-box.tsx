import type { ComponentProps } from 'react'
import { SearchBox } from '#web/ui/table/search-box.tsx'
import { useUrlSearch } from './url-filter.ts'

type Props = Omit<ComponentProps<typeof SearchBox>, 'value' | 'onChange'>

/** The search of a list, kept in ?search=. */
export function UrlSearchBox(props: Props) {
  const [search, setSearch] = useUrlSearch()
  return <SearchBox {...props} value={search} onChange={setSearch} />
}

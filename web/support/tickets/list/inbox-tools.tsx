import { SlidersHorizontal } from 'lucide-react'
import type { TicketFilter, TicketSort } from '#contract/support/ticket-filter.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { SearchBox } from '#web/ui/table/search-box.tsx'
import { statusOptions } from '../ticket-badges.ts'
import { firstSort, type InboxView } from './ticket-filter.ts'
import { ExportLink } from './ticket-list.tsx'

type Props = {
  view: InboxView
  sort: TicketSort
  filter: TicketFilter
  hasFilters: boolean
  onFilters: () => void
}

const sorts: readonly { value: TicketSort; label: string }[] = [
  { value: 'urgency', label: 'Most urgent' },
  { value: '-created', label: 'Newest' },
  { value: 'created', label: 'Oldest' },
  { value: '-updated', label: 'Last updated' },
  { value: 'updated', label: 'Least recently updated' },
]

/** Search, status, order, further filters and export. */
export function InboxTools({ view, sort, filter, hasFilters, onFilters }: Props) {
  const [search, setSearch] = useUrlState('search')
  return (
    <div className="flex flex-wrap items-center gap-1.5 max-sm:w-full">
      <SearchBox
        label="Search tickets"
        placeholder="Title, description or number"
        value={search}
        onChange={setSearch}
        className="sm:w-44!"
      />
      <Select
        aria-label="Status"
        options={[{ value: '', label: 'All Statuses' }, ...statusOptions]}
        value={filter.status ?? ''}
        onChange={({ target }) => setUrl({ status: target.value })}
        className="sm:w-34 max-sm:flex-1"
      />
      <Select
        aria-label="Order"
        options={sorts}
        value={sort}
        onChange={({ target }) => setUrl({ sort: target.value === firstSort(view) ? null : target.value })}
        className="sm:w-34 max-sm:flex-1"
      />
      <Button size="icon" aria-label="Filters" title="Filters" aria-expanded={hasFilters} onClick={onFilters}>
        <SlidersHorizontal aria-hidden />
      </Button>
      <ExportLink filter={filter} isSmall />
    </div>
  )
}

import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import type { TicketFilter, TicketSort } from '#contract/support/ticket-filter.ts'
import { UrlSearchBox } from '#web/app/lists/url-search-box.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { statusOptions } from '#web/support/support-desk/ticket-badges.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { viewNames } from './inbox-views.tsx'
import { firstSort, InboxView, paramsOf } from './ticket-filter.ts'
import { ExportLink } from './ticket-list.tsx'

type Props = {
  view: InboxView
  sort: TicketSort
  filter: TicketFilter
  isNarrow: boolean
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

/** Search, status, order, further filters and export. Beside an open ticket: the view, the order and the search. */
export function InboxTools({ view, sort, filter, isNarrow, hasFilters, onFilters }: Props) {
  return (
    <div className={clsx('flex flex-wrap items-center gap-1.5', isNarrow ? 'w-full' : 'max-sm:w-full')}>
      {isNarrow && <ViewChoice view={view} />}
      <UrlSearchBox label="Search tickets" className={isNarrow ? 'w-full!' : 'sm:w-44!'} />
      {!isNarrow && (
        <Select
          aria-label="Status"
          options={[{ value: '', label: 'All Statuses' }, ...statusOptions]}
          value={filter.status ?? ''}
          onChange={({ target }) => setUrl({ status: target.value })}
          className="max-sm:flex-1 sm:w-34"
        />
      )}
      <Select
        aria-label="Order"
        options={sorts}
        value={sort}
        onChange={({ target }) => setUrl({ sort: target.value === firstSort(view) ? null : target.value })}
        className={isNarrow ? 'min-w-0 flex-1' : 'max-sm:flex-1 sm:w-34'}
      />
      <Button size="icon" aria-label="Filters" title="Filters" aria-expanded={hasFilters} onClick={onFilters}>
        <SlidersHorizontal aria-hidden />
      </Button>
      {!isNarrow && <ExportLink filter={filter} isSmall />}
    </div>
  )
}

const viewOptions = InboxView.options.map((value) => ({ value, label: viewNames[value] }))

const ViewChoice = ({ view }: { view: InboxView }) => (
  <Select
    aria-label="View"
    options={viewOptions}
    value={view}
    onChange={({ target }) => setUrl(paramsOf(InboxView.parse(target.value)))}
    className="w-full"
  />
)

import { Inbox as InboxIcon } from 'lucide-react'
import { useState } from 'react'
import type { ListedTicket } from '#contract/support/tickets.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { SelectAllBox, useSelection } from '#web/ui/table/table-selection.tsx'
import { useTicketPages } from '../api.ts'
import { numberOf } from '../ticket-number.ts'
import { BulkBar } from './bulk-bar.tsx'
import { InboxRow } from './inbox-row.tsx'
import { InboxTools } from './inbox-tools.tsx'
import { InboxViews, viewNames } from './inbox-views.tsx'
import { useInboxQuery, type InboxView } from './ticket-filter.ts'
import { StaffFilters } from './ticket-filters.tsx'
import { NoTickets, TicketPages } from './ticket-list.tsx'
import { TicketCounts } from './ticket-counts.tsx'

/** The tickets of all customers, for staff. */
export const Inbox = () => (
  <div className="flex min-w-0 items-start gap-4 max-xl:flex-col max-xl:*:w-full">
    <div className="grid min-w-0 gap-3 xl:w-44">
      <InboxViews />
      <TicketCounts />
    </div>
    <InboxList />
  </div>
)

const titleOf = (view: InboxView) => (view === 'all' ? 'All Support Tickets' : viewNames[view])

function InboxList() {
  const shown = useInboxQuery()
  const { view, filter, sort, isNarrowed } = shown
  const [areFiltersOpen, openFilters] = useState(false)
  const pages = useTicketPages(filter, sort)
  const { selection, box, all } = useTicketSelection(pages.data?.rows ?? [])
  const hasFilters = areFiltersOpen || isNarrowed || view === 'all'
  return (
    <section aria-labelledby="inbox-list" className="@container min-w-0 flex-1 rounded-xl border bg-card shadow-card">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2">
        {all && <SelectAllBox {...all} />}
        <h2 id="inbox-list" className="mr-auto text-[15px] leading-6 font-semibold">
          {pages.data ? `${titleOf(view)} (${pages.data.total})` : titleOf(view)}
        </h2>
        <InboxTools {...shown} hasFilters={hasFilters} onFilters={() => openFilters(!areFiltersOpen)} />
      </div>
      {hasFilters && <StaffFilters filter={filter} />}
      <TicketPages
        pages={pages}
        shows={JSON.stringify([filter, sort])}
        empty={view === 'all' || isNarrowed ? <NoTickets isNarrowed={isNarrowed} /> : <NothingToDo />}
      >
        {(rows) => (
          <>
            <ScrollBox label="Tickets" className="border-t sm:max-h-[calc(100dvh-15.5rem)]">
              <ul className="divide-y">
                {rows.map((ticket) => (
                  <InboxRow key={ticket.id} ticket={ticket} box={box(ticket)} />
                ))}
              </ul>
            </ScrollBox>
            <BulkBar ids={selection.ids} onClear={selection.clear} />
          </>
        )}
      </TicketPages>
    </section>
  )
}

const NothingToDo = () => <Empty icon={InboxIcon}>No tickets in this view.</Empty>

function useTicketSelection(rows: ListedTicket[]) {
  const [selected, onSelect] = useState<ReadonlySet<string>>(new Set())
  const { columns, all } = useSelection({
    rows,
    rowKey: ({ id }) => id,
    rowName: numberOf,
    selection: { selected, onSelect },
  })
  const ids = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  return {
    selection: { ids, clear: () => onSelect(new Set()) },
    box: (ticket: ListedTicket) => columns[0]?.cell(ticket),
    all: rows.length > 0 ? all : undefined,
  }
}

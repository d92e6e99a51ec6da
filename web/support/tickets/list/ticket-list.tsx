import { clsx } from 'clsx'
import { Download, LifeBuoy, SearchX } from 'lucide-react'
import { useState } from 'react'
import { type TicketFilter } from '#contract/support/ticket-filter.ts'
import { tickets, type ListedTicket } from '#contract/support/tickets.ts'
import { pathOf } from '#web/app/api/call.ts'
import { loadNextPage } from '#web/app/api/pages.ts'
import { PagedFooter } from '#web/app/lists/paged-footer.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import { SelectAllBox, useSelection } from '#web/ui/table/table-selection.tsx'
import { countOf, useTicketPages } from '../api.ts'
import { numberOf } from '../ticket-number.ts'
import { BulkBar } from './bulk-bar.tsx'
import { isNarrowed, NO_FILTER, useTicketFilter } from './ticket-filter.ts'
import { StaffFilters, TicketSearch } from './ticket-filters.tsx'
import { TicketRow } from './ticket-row.tsx'

export function TicketList() {
  const isStaff = useIsStaff()
  const filter = useTicketFilter()
  const pages = useTicketPages(filter)
  const title = isStaff ? 'All Support Tickets' : 'Your Support Tickets'

  return (
    <Card title={pages.data ? `${title} (${pages.data.total})` : title} flush actions={<Tools filter={filter} />}>
      {isStaff && <StaffFilters filter={filter} />}
      <Loaded query={pages} failure="Failed to load the tickets. Please try again.">
        {({ rows }) =>
          rows.length === 0 ? (
            <Nothing isNarrowed={isNarrowed(filter)} />
          ) : (
            <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
              <ScrollEnd onNear={() => loadNextPage(pages)} shows={JSON.stringify(filter)}>
                <Rows tickets={rows} isStaff={isStaff} />
              </ScrollEnd>
              <div className="border-t px-5 py-2.5 text-[13px] text-fg2">
                <PagedFooter pages={pages} count={countOf} />
              </div>
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}

function Rows({ tickets: rows, isStaff }: { tickets: ListedTicket[]; isStaff: boolean }) {
  const [selected, onSelect] = useState<ReadonlySet<string>>(new Set())
  const selection = isStaff ? { selected, onSelect } : undefined
  const { columns, all } = useSelection({ rows, rowKey: ({ id }) => id, rowName: numberOf, selection })
  return (
    <>
      {all && (
        <label className="flex min-h-10 items-center gap-3 border-t px-5 text-[13px] text-fg2">
          <SelectAllBox {...all} />
          {all.label} shown
        </label>
      )}
      <ScrollBox label="Tickets" className="border-t sm:max-h-[min(75dvh,50rem)]">
        <ul className="divide-y">
          {rows.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} isStaff={isStaff} box={columns[0]?.cell(ticket)} />
          ))}
        </ul>
      </ScrollBox>
      {isStaff && (
        <BulkBar
          ids={rows.filter(({ id }) => selected.has(id)).map(({ id }) => id)}
          onClear={() => onSelect(new Set())}
        />
      )}
    </>
  )
}

const Tools = ({ filter }: { filter: TicketFilter }) => (
  <>
    <TicketSearch filter={filter} />
    <a href={pathOf(tickets.export.url, { query: filter })} download className={buttonClass({}, 'max-sm:w-full')}>
      <Download aria-hidden />
      Export
    </a>
  </>
)

const Nothing = (list: { isNarrowed: boolean }) =>
  list.isNarrowed ? (
    <Empty icon={SearchX} action={<Button onClick={() => setUrl(NO_FILTER)}>Clear search and filters</Button>}>
      No tickets match your current search or filter criteria
    </Empty>
  ) : (
    <Empty icon={LifeBuoy}>No support tickets found. Create your first ticket to get started.</Empty>
  )

import { clsx } from 'clsx'
import { Download, LifeBuoy, SearchX } from 'lucide-react'
import { type ReactNode } from 'react'
import { countOf } from '#contract/quantities.ts'
import { type TicketFilter } from '#contract/support/ticket-filter.ts'
import { tickets, type ListedTicket } from '#contract/support/tickets.ts'
import { pathOf } from '#web/app/api/call.ts'
import { loadNextPage } from '#web/app/api/pages.ts'
import { PagedFooter } from '#web/app/lists/paged-footer.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { Empty, EmptyPlace } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import { useTicketPages } from '../api.ts'
import { isNarrowed, NO_FILTER, useTicketFilter } from './ticket-filter.ts'
import { TicketSearch } from './ticket-filters.tsx'
import { TicketRow } from './ticket-row.tsx'

/** A customer’s own tickets. */
export function TicketList() {
  const filter = useTicketFilter()
  const pages = useTicketPages(filter)
  const title = 'Your Support Tickets'
  return (
    <Card title={pages.data ? `${title} (${pages.data.total})` : title} flush actions={<Tools filter={filter} />}>
      <TicketPages pages={pages} shows={JSON.stringify(filter)} empty={<NoTickets isNarrowed={isNarrowed(filter)} />}>
        {(rows) => (
          <ScrollBox label="Tickets" keepsPlace className="border-t sm:max-h-[min(75dvh,50rem)]">
            <ul className="divide-y">
              {rows.map((ticket) => (
                <TicketRow key={ticket.id} ticket={ticket} />
              ))}
            </ul>
          </ScrollBox>
        )}
      </TicketPages>
    </Card>
  )
}

type PagesProps = {
  pages: ReturnType<typeof useTicketPages>
  /** Identifies the filter: another one starts at the top. */
  shows: string
  empty: ReactNode
  children: (rows: ListedTicket[]) => ReactNode
}

export const TicketPages = ({ pages, shows, empty, children }: PagesProps) => (
  <Loaded query={pages} failure={notLoaded('the tickets')}>
    {({ rows }) => (
      <>
        <EmptyPlace>{rows.length === 0 && empty}</EmptyPlace>
        {rows.length > 0 && (
          <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
            <ScrollEnd onNear={() => loadNextPage(pages)} shows={shows}>
              {children(rows)}
            </ScrollEnd>
            <div className="border-t px-5 py-2.5 text-[13px] text-fg2">
              <PagedFooter pages={pages} count={(total) => countOf(total, 'ticket')} />
            </div>
          </div>
        )}
      </>
    )}
  </Loaded>
)

const Tools = ({ filter }: { filter: TicketFilter }) => (
  <>
    <TicketSearch filter={filter} />
    <ExportLink filter={filter} />
  </>
)

export const ExportLink = ({ filter, isSmall = false }: { filter: TicketFilter; isSmall?: boolean }) => (
  <a
    href={pathOf(tickets.export.url, { query: filter })}
    download
    title={isSmall ? 'Export' : undefined}
    className={buttonClass({ size: isSmall ? 'icon' : 'medium' }, isSmall ? '' : 'max-sm:w-full')}
  >
    <Download aria-hidden />
    <span className={isSmall ? 'sr-only' : ''}>Export</span>
  </a>
)

export const NoTickets = (list: { isNarrowed: boolean }) =>
  list.isNarrowed ? (
    <Empty icon={SearchX} action={<Button onClick={() => setUrl(NO_FILTER)}>Clear search and filters</Button>}>
      No tickets match your current search or filter criteria
    </Empty>
  ) : (
    <Empty icon={LifeBuoy}>No support tickets found. Create your first ticket to get started.</Empty>
  )

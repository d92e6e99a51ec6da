import { clsx } from 'clsx'
import { Inbox as InboxIcon } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { MAX_BULK } from '#contract/support/ticket-changes.ts'
import type { ListedTicket } from '#contract/support/tickets.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
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

const TicketPane = onDemand(
  async () => (await import('../ticket/ticket-pane.tsx')).TicketPane,
  <Skeleton className="h-96" />,
)

/** The tickets of all customers, for staff. `?open=` shows one beside the list. */
export function Inbox() {
  const [opened] = useUrlState('open')
  const query = useInboxQuery()
  const pages = useTicketPages(query.filter, query.sort)
  const neighbors = useNeighbors(opened, pages.data?.rows ?? [])
  const list = useReturnToRow(opened, pages.data !== undefined)
  const wasClosed = useWasClosed(opened)
  return (
    <div className={opened ? besideTicket : besideViews}>
      {!opened && (
        <div className="grid min-w-0 gap-3 xl:w-44">
          <InboxViews />
          <TicketCounts />
        </div>
      )}
      {/* At the same place with and without a ticket, so that it keeps its selection. */}
      <div ref={list} className={clsx('min-w-0', opened ? 'max-lg:hidden' : 'flex-1')}>
        <InboxList query={query} pages={pages} opened={opened} />
      </div>
      {opened && <TicketPane id={opened} isFromList={wasClosed} {...neighbors} />}
    </div>
  )
}

const besideTicket =
  'grid min-w-0 items-start gap-3 lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[17rem_minmax(0,1fr)] 2xl:grid-cols-[22rem_minmax(0,1fr)]'
const besideViews = 'flex min-w-0 items-start gap-4 max-xl:flex-col max-xl:*:w-full'

/** Scrolls the list only, except on a phone, where it has no scroll box. */
function showRow(link: HTMLElement) {
  const [row, box] = [link.closest('[data-row]'), link.closest('[data-scroll-box]')]
  if (!row || !box) return
  const [shown, room] = [row.getBoundingClientRect(), box.getBoundingClientRect()]
  if (shown.top >= room.top && shown.bottom <= Math.min(room.bottom, window.innerHeight)) return
  if (box.scrollHeight > box.clientHeight)
    box.scrollBy({ top: shown.top - room.top - (room.height - shown.height) / 2 })
  else row.scrollIntoView({ block: 'center' })
}

/** Shows the row of the opened ticket in the list. After closing it, the list continues at this row, which takes the focus. */
function useReturnToRow(opened: string, isLoaded: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef('')
  useLayoutEffect(() => {
    const id = opened || last.current
    last.current = opened
    const link = id && list.current?.querySelector<HTMLElement>(`[data-open][href*="open=${CSS.escape(id)}"]`)
    if (!link) return
    showRow(link)
    if (!opened && document.activeElement === document.body) link.focus({ preventScroll: true })
  }, [opened, isLoaded])
  return list
}

/** False while the inbox shows the ticket that it was loaded with. */
function useWasClosed(opened: string) {
  const [wasClosed, setWasClosed] = useState(!opened)
  if (!opened && !wasClosed) setWasClosed(true)
  return wasClosed
}

/** The tickets before and after the opened one. If it has left the view, the next one has taken its place. */
function useNeighbors(opened: string, rows: ListedTicket[]) {
  const [place, setPlace] = useState(-1)
  const found = rows.findIndex(({ id }) => id === opened)
  if (found >= 0 && found !== place) setPlace(found)
  const here = found < 0 ? place : found
  return { previous: rows[here - 1]?.id, next: rows[found < 0 ? here : here + 1]?.id }
}

const titleOf = (view: InboxView) => (view === 'all' ? 'All Support Tickets' : viewNames[view])

type ListProps = {
  query: ReturnType<typeof useInboxQuery>
  pages: ReturnType<typeof useTicketPages>
  /** The ticket beside the list, which is narrow then. */
  opened: string
}

function InboxList({ query, pages, opened }: ListProps) {
  const { view, filter, sort, isNarrowed } = query
  const shows = JSON.stringify([filter, sort])
  const isStillShown = useIsStillShown(shows)
  const [areFiltersOpen, openFilters] = useState(false)
  const { selection, box, all } = useTicketSelection(pages.data?.rows ?? [])
  const hasFilters = areFiltersOpen || (!opened && (isNarrowed || view === 'all'))
  return (
    <section aria-labelledby="inbox-list" className="@container min-w-0 flex-1 rounded-xl border bg-card shadow-card">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2">
        {all && <SelectAllBox {...all} />}
        <h2 id="inbox-list" className="mr-auto text-[15px] leading-6 font-semibold">
          {pages.data ? `${titleOf(view)} (${pages.data.total})` : titleOf(view)}
        </h2>
        <InboxTools
          {...query}
          isNarrow={Boolean(opened)}
          hasFilters={hasFilters}
          onFilters={() => openFilters(!areFiltersOpen)}
        />
      </div>
      {hasFilters && <StaffFilters filter={filter} isNarrow={Boolean(opened)} />}
      <TicketPages
        pages={pages}
        shows={shows}
        empty={view === 'all' || isNarrowed ? <NoTickets isNarrowed={isNarrowed} /> : <NothingToDo />}
      >
        {(rows) => (
          <ScrollBox
            label="Tickets"
            keepsPlace
            className={clsx('border-t', opened ? 'max-h-[calc(100dvh-21rem)]' : 'sm:max-h-[calc(100dvh-15.5rem)]')}
          >
            <ul className="divide-y">
              {rows.map((ticket) => (
                <InboxRow key={ticket.id} ticket={ticket} box={box(ticket)} isOpened={ticket.id === opened} />
              ))}
            </ul>
          </ScrollBox>
        )}
      </TicketPages>
      <BulkBar
        ids={selection.ids}
        onClear={selection.clear}
        more={all?.checked && <SelectAllMatching {...{ pages, isStillShown }} onSelect={selection.add} />}
      />
    </section>
  )
}

/** Whether the list still shows the same filter and order as in this render. */
function useIsStillShown(shows: string) {
  const latest = useRef(shows)
  useLayoutEffect(() => {
    latest.current = shows
  }, [shows])
  return () => latest.current === shows
}

type MatchingProps = Pick<ListProps, 'pages'> & { isStillShown: () => boolean; onSelect: (ids: string[]) => void }

/** After all loaded tickets were selected: loads and selects the others, up to the limit of a bulk change. */
function SelectAllMatching({ pages, isStillShown, onSelect }: MatchingProps) {
  const [isPending, setPending] = useState(false)
  const { data, hasNextPage, isPlaceholderData } = pages
  if (!data || !hasNextPage || isPlaceholderData || data.total > MAX_BULK) return null
  const select = async () => {
    setPending(true)
    let latest = await pages.fetchNextPage()
    while (isStillShown() && latest.hasNextPage && !latest.isError) latest = await latest.fetchNextPage()
    if (isStillShown() && latest.data) onSelect(latest.data.rows.map(({ id }) => id))
    setPending(false)
  }
  return (
    <Button variant="link" size="inline" isPending={isPending} onClick={() => void select()}>
      Select all {data.total}
    </Button>
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
    selection: {
      ids,
      clear: () => onSelect(new Set()),
      add: (more: string[]) => onSelect((before) => before.union(new Set(more))),
    },
    box: (ticket: ListedTicket) => columns[0]?.cell(ticket),
    all: rows.length > 0 ? all : undefined,
  }
}

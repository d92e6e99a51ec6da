import { clsx } from 'clsx'
import { CircleCheck, CircleDot, Clock, Loader, type LucideIcon } from 'lucide-react'
import type { TicketStatus } from '#contract/support/ticket-fields.ts'
import type { TicketCounts as Counts } from '#contract/support/tickets.ts'
import { setUrl } from '#web/app/url-state.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useTicketCounts } from '../api.ts'
import { statusBadge } from '../ticket-badges.ts'
import { waitingText } from '../waits-for.tsx'
import { useTicketFilter } from './ticket-filter.ts'
import { TicketList } from './ticket-list.tsx'

export const TicketsTab = () => (
  <div className="grid gap-4">
    <TicketCounts />
    <TicketList />
  </div>
)

const cards: readonly { status: TicketStatus; count: keyof Counts; icon: LucideIcon; note?: string }[] = [
  { status: 'open', count: 'open', icon: CircleDot },
  { status: 'in_progress', count: 'inProgress', icon: Loader },
  { status: 'waiting_customer', count: 'waiting', icon: Clock },
  { status: 'resolved', count: 'resolved', icon: CircleCheck, note: '& closed' },
]

/** Counts all readable tickets, ignoring the filters. Each count is a filter button; pressing it again clears the filter. */
function TicketCounts() {
  const { data, isError } = useTicketCounts()
  const chosen = useTicketFilter().status
  const isStaff = useIsStaff()
  const unknown = isError ? '—' : <Skeleton className="h-8 w-10" />
  return (
    <fieldset aria-label="Tickets by status" className="grid min-w-0 grid-cols-2 gap-3 lg:grid-cols-4">
      {cards.map(({ status, count, icon: Icon, note }) => (
        <button
          key={status}
          type="button"
          aria-pressed={chosen === status}
          aria-describedby={isStaff ? undefined : `${status}-waits`}
          onClick={() => setUrl({ status: chosen === status ? null : status })}
          className={clsx(
            'flex min-w-0 flex-wrap items-center justify-between gap-x-3 rounded-xl border bg-card px-4 py-2.5 text-left shadow-card hover:bg-sunken',
            'aria-pressed:border-accent aria-pressed:outline-1 aria-pressed:outline-accent',
          )}
        >
          <span className="flex items-center gap-2 text-[13px] font-medium text-fg2">
            <Icon aria-hidden className="size-4 shrink-0" />
            {statusBadge[status].children}
          </span>
          {/* As high while it is read as afterwards, so that nothing below moves. */}
          <span className="flex items-baseline gap-x-2 text-[22px] leading-8 font-semibold tracking-tight">
            {data?.[count].toLocaleString('en-US') ?? unknown}
            {note && <span className="text-[13px] font-normal tracking-normal text-fg2">{note}</span>}
          </span>
          {!isStaff && (
            <span id={`${status}-waits`} aria-hidden className="w-full text-xs text-fg2">
              {waitingText(status) ?? 'No reply needed'}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

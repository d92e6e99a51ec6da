import { clsx } from 'clsx'
import { CircleCheck, CircleDot, Clock, Loader, type LucideIcon } from 'lucide-react'
import type { TicketCounts as Counts, TicketStatus } from '#contract/support/ticket-fields.ts'
import { setUrl } from '#web/app/url-state.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { statusBadge } from '#web/support/support-desk/ticket-badges.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useTicketCounts } from '../api.ts'
import { waitingText } from '../waits-for.tsx'
import { useTicketFilter } from './ticket-filter.ts'

const cardOf: Record<keyof Counts, { status: TicketStatus; icon: LucideIcon; note?: string }> = {
  open: { status: 'open', icon: CircleDot },
  inProgress: { status: 'in_progress', icon: Loader },
  waiting: { status: 'waiting_customer', icon: Clock },
  resolved: { status: 'resolved', icon: CircleCheck, note: '& closed' },
}
const cards = (Object.keys(cardOf) as (keyof Counts)[]).map((count) => ({ count, ...cardOf[count] }))

/** Counts all readable tickets, ignoring the filters. Each count is a filter button; pressing it again clears the filter. */
export function TicketCounts() {
  const { data, isError } = useTicketCounts()
  const chosen = useTicketFilter().status
  const isStaff = useIsStaff()
  const unknown = isError ? '—' : <Skeleton className={isStaff ? 'h-5 w-4' : 'h-6 w-4'} />
  return (
    <fieldset
      aria-label="Tickets by status"
      className={clsx(
        'grid min-w-0 grid-cols-2',
        isStaff ? 'gap-1.5 md:grid-cols-4 xl:grid-cols-1' : 'gap-3 lg:grid-cols-4',
      )}
    >
      {cards.map(({ status, count, icon: Icon, note }) => (
        <button
          key={status}
          type="button"
          aria-pressed={chosen === status}
          aria-describedby={isStaff ? undefined : `${status}-waits`}
          onClick={() => setUrl({ status: chosen === status ? null : status })}
          className={clsx(
            'flex min-w-0 items-center justify-between gap-x-3 rounded-xl border bg-card text-left shadow-card hover:bg-sunken',
            isStaff ? 'flex-wrap px-2.5 py-1 sm:whitespace-nowrap' : 'flex-wrap px-4 py-2.5',
            'aria-pressed:border-accent aria-pressed:outline-1 aria-pressed:outline-accent',
          )}
        >
          <span className="flex items-center gap-2 text-[13px] font-medium text-fg2">
            {!isStaff && <Icon aria-hidden className="size-4 shrink-0" />}
            {statusBadge[status].children}
          </span>
          {/* As high while it is read as afterwards, so that nothing below moves. */}
          <span
            className={clsx(
              'flex items-baseline gap-x-1.5 font-semibold tracking-tight',
              isStaff ? 'h-7 text-base leading-7' : 'h-8 text-[22px] leading-8',
            )}
          >
            {data?.[count].toLocaleString('en-US') ?? unknown}
            {note && <span className="text-xs font-normal tracking-normal text-fg2">{note}</span>}
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

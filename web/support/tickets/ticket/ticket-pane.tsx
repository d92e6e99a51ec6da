import { ArrowLeft, Check, ChevronDown, ChevronUp, Maximize2, RotateCcw, UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSettled } from '#contract/support/ticket-fields.ts'
import { tickets, type TicketDetail } from '#contract/support/tickets.ts'
import { isNotFound } from '#web/app/api/api-error.ts'
import { pathOf } from '#web/app/api/call.ts'
import { useLive } from '#web/app/api/live.ts'
import { setUrl } from '#web/app/url-state.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Colleagues, SnoozeMenu } from '#web/support/teamwork/parts.tsx'
import { Button, passFocusOn } from '#web/ui/button/button.tsx'
import { onceFor } from '#web/ui/button/once-for.ts'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Missing } from '#web/ui/feedback/missing.tsx'
import { useReadMark, useSetProperty, useTicket } from '../api.ts'
import { PaneConversation } from '../conversation/conversation.tsx'
import { readUpdate } from '../messages/api.ts'
import { numberOf } from '../ticket-number.ts'
import { CustomerCard } from './customer-card.tsx'
import { TicketHistory } from './ticket-history.tsx'
import { MoreMenu } from './more-menu.tsx'
import { TicketProperties } from './ticket-properties.tsx'
import { TargetFacts } from './ticket-staff-facts.tsx'

type Props = { id: string; isFromList: boolean; previous?: string | undefined; next?: string | undefined }

const openInPane = (id: string | null) => setUrl({ open: id })

/** One ticket beside the list: the conversation with its composer, properties and the customer. On phones and tablets it replaces the list. */
export function TicketPane({ id, ...place }: Props) {
  const ticket = useTicket(id)
  return (
    <section
      data-part
      aria-label="Ticket"
      className="@container/pane flex min-w-0 flex-col rounded-xl border bg-card shadow-card scroll-mt-16 lg:sticky lg:top-18 lg:h-[calc(100dvh-12.75rem)] lg:min-h-96 print:static print:h-auto"
    >
      <PaneHead ticket={ticket.data} {...place} />
      {isNotFound(ticket.error) ? (
        <Missing what="ticket" />
      ) : (
        <Loaded query={ticket} failure={notLoaded('the ticket')}>
          {(data) => <Whole key={data.id} ticket={data} />}
        </Loaded>
      )}
    </section>
  )
}

type HeadProps = Omit<Props, 'id'> & { ticket: TicketDetail | undefined }

const PaneHead = ({ ticket, isFromList, previous, next }: HeadProps) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b px-3 py-1.5 max-sm:gap-x-0">
    <IconButton label="Close ticket" onClick={() => openInPane(null)}>
      <ArrowLeft aria-hidden />
    </IconButton>
    <div className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
      <h2
        ref={isFromList ? takeLostFocus : undefined}
        tabIndex={-1}
        className="text-[15px] leading-5 font-semibold wrap-anywhere outline-none sm:truncate"
        title={ticket?.title}
      >
        {ticket?.title ?? 'Ticket'}
      </h2>
      <p className="flex min-w-0 gap-2 text-xs leading-4 text-fg2 tabular-nums">
        <span className="shrink-0">{ticket ? numberOf(ticket) : '…'}</span>
        {ticket && <Colleagues ticketId={ticket.id} />}
      </p>
    </div>
    {ticket && <Actions ticket={ticket} />}
    <IconButton
      label="Previous ticket"
      shortcut="k"
      onClick={() => previous && openInPane(previous)}
      aria-disabled={!previous}
    >
      <ChevronUp aria-hidden />
    </IconButton>
    <IconButton label="Next ticket" shortcut="j" onClick={() => next && openInPane(next)} aria-disabled={!next}>
      <ChevronDown aria-hidden />
    </IconButton>
  </div>
)

/** Where the pane replaces the list, the row that opened the ticket is hidden. */
function takeLostFocus(heading: HTMLElement | null) {
  const focused = document.activeElement
  const isAlone = window.matchMedia('(width < 64rem)').matches
  if (isAlone && (focused === document.body || !focused?.checkVisibility())) heading?.focus({ preventScroll: true })
}

/** At the end of the list, a disabled button keeps the focus. */
type IconProps = {
  label: string
  shortcut?: string
  'aria-disabled'?: boolean
  className?: string
  onClick: () => void
  children: ReactNode
}

const IconButton = ({ label, shortcut, children, ...button }: IconProps) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label={label}
    title={shortcut ? `${label} (${shortcut})` : label}
    data-shortcut={shortcut}
    aria-keyshortcuts={shortcut}
    {...button}
  >
    {children}
  </Button>
)

/** `e` resolves or reopens, `a` assigns to me; both can be undone. */
function Actions({ ticket }: { ticket: TicketDetail }) {
  const { id } = useCurrentUser()
  const set = useSetProperty(ticket)
  const isDone = isSettled(ticket)
  return (
    <>
      {ticket.assigneeId !== id && (
        <IconButton label="Assign to me" shortcut="a" onClick={() => set({ assigneeId: id })}>
          <UserRoundCheck aria-hidden />
        </IconButton>
      )}
      <Button
        size="small"
        className="max-sm:px-2"
        data-shortcut="e"
        aria-keyshortcuts="e"
        title={isDone ? 'Reopen (e)' : 'Resolve (e). We email the customer that it is resolved.'}
        onClick={onceFor(() => set({ status: isDone ? 'open' : 'resolved' }))}
      >
        {isDone ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
        {isDone ? 'Reopen' : 'Resolve'}
      </Button>
      <SnoozeMenu ticket={ticket} />
      <MoreMenu ticket={ticket} />
      <IconButton
        label="Open ticket details"
        className="max-sm:hidden"
        onClick={() => setUrl({ ticket: ticket.id, open: null }, { replace: false })}
      >
        <Maximize2 aria-hidden />
      </IconButton>
    </>
  )
}

/** A ref. On a phone the pane replaces a list that may be scrolled. */
function takePlace(whole: HTMLElement | null) {
  const pane = whole?.closest('section')
  if (pane && pane.getBoundingClientRect().top < 0) pane.scrollIntoView()
  return passFocusOn(whole)
}

function Whole({ ticket }: { ticket: TicketDetail }) {
  useReadMark(ticket)
  useLive(pathOf(tickets.events.url, { params: { id: ticket.id } }), (event) => void readUpdate(ticket.id, event))
  return (
    <div ref={takePlace} className="flex min-h-0 flex-1 flex-col gap-3 p-3 @2xl/pane:flex-row-reverse">
      <div className="grid shrink-0 grid-cols-1 content-start gap-4 overflow-y-auto @2xl/pane:w-58 print:overflow-visible">
        <TicketProperties ticket={ticket} />
        <CustomerCard ticket={ticket} />
        <div className="grid gap-3 @max-2xl/pane:hidden">
          <dl className="grid gap-2 text-[13px]">
            <TargetFacts ticket={ticket} />
          </dl>
          <TicketHistory id={ticket.id} />
        </div>
      </div>
      <PaneConversation ticket={ticket} />
    </div>
  )
}

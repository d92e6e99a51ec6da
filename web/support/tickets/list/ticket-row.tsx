import { clsx } from 'clsx'
import { Link } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { formatDate, formatDue, formatInstant } from '#contract/dates.ts'
import { fullName } from '#contract/identity/session.ts'
import { isSettled } from '#contract/support/ticket-fields.ts'
import type { ListedTicket, Target } from '#contract/support/tickets.ts'
import { changedSearch, setUrl } from '#web/app/url-state.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { CategoryBadge } from '#web/support/support-desk/parts.tsx'
import { priorityBadge, statusBadge } from '#web/support/support-desk/ticket-badges.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { useNow } from '#web/ui/text/ago.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { TicketDialog } from '../ticket-dialogs.ts'
import { numberOf } from '../ticket-number.ts'
import { WaitsFor } from '../waits-for.tsx'

type Props = { ticket: ListedTicket }

/** A customer’s row. On a phone it has no description and no button: it is a link. */
export const TicketRow = ({ ticket }: Props) => (
  <li data-row className="relative flex items-start gap-3 px-5 py-1.25 hover:bg-sunken max-sm:px-4">
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-4 xl:grid-cols-[minmax(30.5rem,2fr)_minmax(0,1fr)_auto]">
      <div className="min-w-0 max-sm:contents">
        <Title ticket={ticket} />
        <Marks ticket={ticket} />
      </div>
      <p className="line-clamp-2 text-[13px] leading-[21px] wrap-anywhere whitespace-pre-line text-fg2 max-xl:order-last max-xl:col-span-2 max-sm:hidden">
        {ticket.description}
      </p>
      <Dates ticket={ticket} />
    </div>
    <Button
      size="small"
      aria-label={`View ${numberOf(ticket)}`}
      {...intent(TicketDialog)}
      onClick={() => setUrl({ ticket: ticket.id }, { replace: false })}
      className="relative z-10 max-sm:not-focus-visible:sr-only"
    >
      View
    </Button>
  </li>
)

const Title = ({ ticket }: Props) => (
  <div className="flex min-w-0 items-center gap-2">
    {ticket.isUnread && <UnreadMark />}
    <h3 className={clsx('min-w-0 truncate', ticket.isUnread ? 'font-semibold' : 'font-medium')}>
      <TicketLink {...ticket} />
    </h3>
    <Requester ticket={ticket} />
  </div>
)

/** Shows the focus around the row, because the line of the subject cuts off what is outside of it. */
export const coversRow =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--ring)'

export const UnreadMark = () => (
  <span className="size-2 shrink-0 rounded-full bg-accent forced-color-adjust-none">
    <span className="sr-only">Unread</span>
  </span>
)

/** For administrators, whose list has their colleagues’ tickets. */
function Requester({ ticket }: Props) {
  const { role, email } = useCurrentUser()
  if (role !== 'org_admin') return null
  const name = fullName({ firstName: ticket.userFirstName, lastName: ticket.userLastName })
  return (
    <span className="max-w-[40%] shrink-0 truncate text-[13px] text-fg2 max-sm:hidden">
      {ticket.userEmail === email ? 'You' : name}
    </span>
  )
}

/** Covers the row, for the mouse and touch; keyboard users have the button. */
function TicketLink({ id, title }: Pick<ListedTicket, 'id' | 'title'>) {
  const search = useSearch()
  return (
    <Link
      href={changedSearch(search, { ticket: id })}
      tabIndex={-1}
      title={title}
      {...intent(TicketDialog)}
      className={coversRow}
    >
      {title}
    </Link>
  )
}

/** Leaves out what doesn’t fit into the line, from the end. */
const Marks = ({ ticket }: Props) => (
  <div className="flex h-[22px] min-w-0 flex-wrap items-center gap-x-2 gap-y-1 overflow-hidden max-sm:col-span-2 max-sm:row-start-2">
    <span className="text-[13px] text-fg2 tabular-nums max-sm:order-last">{numberOf(ticket)}</span>
    <Badge {...statusBadge[ticket.status]} />
    <WaitsFor ticket={ticket} />
    <Badge {...priorityBadge[ticket.priority]} />
    <CategoryBadge id={ticket.categoryId} />
  </div>
)

export function DueBadge({ ticket }: Props) {
  const due = dueOf(ticket, useNow())
  if (!due) return null
  return (
    <Badge tone={due === 'Late' ? 'danger' : 'warning'} look="outline">
      {due}
    </Badge>
  )
}

const Dates = ({ ticket }: Props) => (
  <p className="text-right text-[13px] leading-[21px] whitespace-nowrap text-fg2">
    <span className="block">
      <span className="max-sm:sr-only">Updated </span>
      <Day of={ticket.updatedAt} />
    </span>
    <span className="block max-sm:hidden">
      Created <Day of={ticket.createdAt} />
    </span>
  </p>
)

const Day = ({ of }: { of: string }) => <DateText value={of} format={formatDate} full={formatInstant} />

type TicketTargets = Pick<ListedTicket, 'status' | 'firstResponse' | 'resolution'>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Nearer due times are shown in a list as the time left, those of the next day as a time. */
const NEAR = 8 * HOUR
const NEXT = 24 * HOUR

const isOutstanding = (target: Target | null): target is Target => target !== null && target.metAt === null

const remaining = new Intl.RelativeTimeFormat('en-US')

/** The due badge: 'Late', 'Due in 3 hours', 'Due Monday 09:30' or nothing. The clock is paused while the ticket waits for its customer. */
export function dueOf(ticket: TicketTargets, now: number) {
  if (isSettled(ticket)) return undefined
  const outstanding = [ticket.firstResponse, ticket.resolution].filter(isOutstanding)
  if (outstanding.some(({ isMissed }) => isMissed)) return 'Late'
  const due = Math.min(...outstanding.map(({ dueAt }) => Date.parse(dueAt)))
  const left = due - now
  if (ticket.status === 'waiting_customer' || left > NEXT) return undefined
  if (left <= 0) return 'Late'
  if (left > NEAR) return `Due ${formatDue(new Date(due).toISOString(), now)}`
  return `Due ${left < HOUR ? remaining.format(Math.ceil(left / MINUTE), 'minute') : remaining.format(Math.round(left / HOUR), 'hour')}`
}

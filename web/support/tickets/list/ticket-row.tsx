import type { ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { fullName } from '#contract/identity/session.ts'
import { isSettled } from '#contract/support/ticket-fields.ts'
import type { ListedTicket, Target } from '#contract/support/tickets.ts'
import { changedSearch, setUrl } from '#web/app/url-state.ts'
import { CategoryBadge } from '#web/support/support-desk/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { priorityBadge, statusBadge } from '../ticket-badges.ts'
import { TicketDialog } from '../ticket-dialogs.ts'
import { numberOf } from '../ticket-number.ts'

type Props = { ticket: ListedTicket; isStaff: boolean; /** Chooses it for a change of many. */ box: ReactNode }

export const TicketRow = ({ ticket, isStaff, box }: Props) => (
  <li data-row className="flex items-start gap-3 px-5 py-3.5">
    {box && <span className="pt-0.5">{box}</span>}
    <div className="grid min-w-0 flex-1 gap-1">
      <Marks ticket={ticket} isStaff={isStaff} />
      <h3 className="font-medium wrap-anywhere">
        <TicketLink {...ticket} />
      </h3>
      <p className="line-clamp-2 text-[13px] wrap-anywhere whitespace-pre-line text-fg2">{ticket.description}</p>
      <Facts ticket={ticket} isStaff={isStaff} />
    </div>
    <Button
      size="small"
      aria-label={`View ${numberOf(ticket)}`}
      {...intent(TicketDialog)}
      onClick={() => setUrl({ ticket: ticket.id }, { replace: false })}
    >
      View
    </Button>
  </li>
)

/** For the mouse, which can open it in a new tab; keyboard users have the button. */
function TicketLink({ id, title }: Pick<ListedTicket, 'id' | 'title'>) {
  const search = useSearch()
  return (
    <Link href={changedSearch(search, { ticket: id })} tabIndex={-1} className="underline-offset-4 hover:underline">
      {title}
    </Link>
  )
}

const Marks = ({ ticket, isStaff }: Omit<Props, 'box'>) => (
  <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
    <span className="text-[13px] text-fg2 tabular-nums">{numberOf(ticket)}</span>
    <Badge {...statusBadge[ticket.status]} />
    <Badge {...priorityBadge[ticket.priority]} />
    <CategoryBadge id={ticket.categoryId} />
    {isStaff && <DueBadge ticket={ticket} />}
  </div>
)

function DueBadge({ ticket }: Pick<Props, 'ticket'>) {
  const due = dueOf(ticket)
  if (!due) return null
  return (
    <Badge tone={due === 'Late' ? 'danger' : 'warning'} look="outline">
      {due}
    </Badge>
  )
}

const Facts = ({ ticket, isStaff }: Omit<Props, 'box'>) => (
  <p className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 text-[13px] text-fg2">
    <span>
      Created <Day of={ticket.createdAt} />
    </span>
    <span>
      Updated <Day of={ticket.updatedAt} />
    </span>
    {isStaff && <StaffFacts ticket={ticket} />}
  </p>
)

const Day = ({ of }: { of: string }) => <DateText value={of} format={formatDate} full={formatInstant} />

const StaffFacts = ({ ticket }: Pick<Props, 'ticket'>) => (
  <>
    {[
      ticket.organizationName,
      fullName({ firstName: ticket.userFirstName, lastName: ticket.userLastName }),
      ticket.userEmail,
      ticket.assigneeName ? `Assigned to ${ticket.assigneeName}` : 'Unassigned',
    ]
      .filter((fact) => fact !== null)
      .map((fact) => (
        <span key={fact} className="wrap-anywhere">
          {fact}
        </span>
      ))}
  </>
)

type Owed = Pick<ListedTicket, 'status' | 'firstResponse' | 'resolution'>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Sooner than this is worth saying in a list. */
const NEAR = 8 * HOUR

const isOutstanding = (target: Target | null): target is Target => target !== null && target.metAt === null

const remaining = new Intl.RelativeTimeFormat('en-US')

/** The due badge: 'Late', 'Due in 3 hours' or nothing. The clock is paused while the ticket waits for its customer. */
export function dueOf(ticket: Owed, now = Date.now()) {
  if (isSettled(ticket)) return undefined
  const outstanding = [ticket.firstResponse, ticket.resolution].filter(isOutstanding)
  if (outstanding.some(({ isMissed }) => isMissed)) return 'Late'
  const left = Math.min(...outstanding.map(({ dueAt }) => new Date(dueAt).getTime() - now))
  if (ticket.status === 'waiting_customer' || left > NEAR) return undefined
  return `Due ${left < HOUR ? remaining.format(Math.max(Math.ceil(left / MINUTE), 1), 'minute') : remaining.format(Math.round(left / HOUR), 'hour')}`
}

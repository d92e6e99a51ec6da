import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatAgo, formatDate, formatInstant } from '#contract/dates.ts'
import { fullName } from '#contract/identity/session.ts'
import type { ListedTicket } from '#contract/support/tickets.ts'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { CategoryBadge } from '#web/support/support-desk/parts.tsx'
import { priorityBadge, statusBadge } from '#web/support/support-desk/ticket-badges.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { AgoText } from '#web/ui/text/ago.tsx'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { TicketDialog } from '../ticket-dialogs.ts'
import { numberOf } from '../ticket-number.ts'
import { coversRow, DueBadge, UnreadMark } from './ticket-row.tsx'

type Props = { ticket: ListedTicket; box: ReactNode; isOpened: boolean }

/** Two lines. A narrow list leaves out the description, the customer and the dates. */
export const InboxRow = ({ ticket, box, isOpened }: Props) => (
  <li
    data-row
    aria-current={isOpened ? 'true' : undefined}
    className={clsx(
      'relative flex items-center gap-2.5 px-3 py-px hover:bg-sunken max-sm:py-1.5 @max-2xl:py-1',
      isOpened && 'bg-accent-soft',
    )}
  >
    <span className="relative z-10">{box}</span>
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] items-center gap-x-3 text-[13px] leading-5 @2xl:grid-cols-[minmax(0,2fr)_minmax(8.25rem,0.85fr)_minmax(0,0.75fr)_auto]">
      <div className="min-w-0">
        <Title ticket={ticket} />
        <Marks ticket={ticket} />
      </div>
      <p className="line-clamp-2 wrap-anywhere whitespace-pre-line text-fg2 @max-2xl:hidden">
        <span className="text-xs whitespace-nowrap tabular-nums">{numberOf(ticket)}</span> {ticket.description}
      </p>
      <Customer ticket={ticket} />
      <Dates ticket={ticket} />
    </div>
    <Assignee name={ticket.assigneeName} />
    <Button
      variant="link"
      size="inline"
      aria-label={`View ${numberOf(ticket)}`}
      {...intent(TicketDialog)}
      onClick={() => setUrl({ ticket: ticket.id, open: null }, { replace: false })}
      className="relative z-10 text-[13px] @max-2xl:not-focus-visible:sr-only"
    >
      View
    </Button>
  </li>
)

const Title = ({ ticket }: Pick<Props, 'ticket'>) => (
  <div className="flex min-w-0 items-center gap-2">
    {ticket.isUnread && <UnreadMark />}
    <h3
      className={clsx('min-w-0 flex-1 truncate text-sm leading-5', ticket.isUnread ? 'font-semibold' : 'font-medium')}
    >
      <TicketLink {...ticket} />
    </h3>
    {ticket.unansweredSince && (
      <span className="shrink-0 text-xs text-fg2">
        <span className="sr-only">Asked </span>
        <AgoText value={ticket.unansweredSince} format={formatAgo} full={formatInstant} />
      </span>
    )}
  </div>
)

/** Covers the row. */
function TicketLink({ id, title }: Pick<ListedTicket, 'id' | 'title'>) {
  const [opened] = useUrlState('open')
  return (
    <OpenLink opens={{ open: id }} replace={opened !== ''} title={title} className={coversRow}>
      {title}
    </OpenLink>
  )
}

/** Leaves out the last ones if they don’t fit into the line. The due badge is never left out: the name beside it gets narrower. */
const Marks = ({ ticket }: Pick<Props, 'ticket'>) => (
  <div className="flex h-[22px] min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 overflow-hidden text-fg2">
    <span className="flex max-w-full min-w-0 items-center gap-x-1.5">
      <span className="max-w-[30cqw] min-w-0 truncate @2xl:hidden">{ticket.organizationName}</span>
      <DueBadge ticket={ticket} />
    </span>
    <Badge {...priorityBadge[ticket.priority]} />
    <Badge {...statusBadge[ticket.status]} />
    <span className="text-xs tabular-nums @2xl:hidden">{numberOf(ticket)}</span>
    <CategoryBadge id={ticket.categoryId} />
  </div>
)

const Customer = ({ ticket }: Pick<Props, 'ticket'>) => (
  <p className="grid min-w-0 @max-2xl:hidden">
    <span title={ticket.organizationName ?? ''} className="truncate">
      {ticket.organizationName}
    </span>
    <span title={`${nameOf(ticket)} ${ticket.userEmail}`} className="truncate text-fg2">
      {nameOf(ticket)} · {ticket.userEmail}
    </span>
  </p>
)

const nameOf = ({ userFirstName, userLastName }: ListedTicket) =>
  fullName({ firstName: userFirstName, lastName: userLastName })

const Dates = ({ ticket }: Pick<Props, 'ticket'>) => (
  <p className="text-right text-xs leading-5 whitespace-nowrap text-fg2 @max-2xl:hidden">
    <span className="block">
      Updated <DateText value={ticket.updatedAt} format={formatDate} full={formatInstant} />
    </span>
    <span className="block">
      Created <DateText value={ticket.createdAt} format={formatDate} full={formatInstant} />
    </span>
  </p>
)

/** Unassigned tickets have a dashed circle. */
const Assignee = ({ name }: { name: string | null }) => (
  <span title={name ? `Assigned to ${name}` : 'Unassigned'} className="max-sm:hidden">
    {name ? (
      <Avatar name={name} className="size-6! text-[10px]!" />
    ) : (
      <span className="block size-6 rounded-full border border-dashed border-input" />
    )}
    <span className="sr-only">{name ? `Assigned to ${name}` : 'Unassigned'}</span>
  </span>
)

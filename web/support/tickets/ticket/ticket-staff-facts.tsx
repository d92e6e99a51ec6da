import { Link } from 'wouter'
import { formatDateTime, formatDue, formatInstant } from '#contract/dates.ts'
import { fullName } from '#contract/identity/session.ts'
import type { Target, TicketDetail } from '#contract/support/tickets.ts'
import { links } from '#web/app/links.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onceFor } from '#web/ui/button/once-for.ts'
import { Fact } from '#web/ui/page/fact.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useAssignTicket } from '../api.ts'
import { GivenRating } from './rating.tsx'

type Props = { ticket: TicketDetail }

/** The customer, the assignee and the response targets. */
export const StaffFacts = ({ ticket }: Props) => (
  <>
    <Fact label="Customer" className="sm:col-span-2">
      <span className="block">{fullName({ firstName: ticket.userFirstName, lastName: ticket.userLastName })}</span>
      <TextLink href={`mailto:${ticket.userEmail}`}>{ticket.userEmail}</TextLink>
    </Fact>
    <Fact label="Organization" className="sm:col-span-2">
      <Organization ticket={ticket} />
    </Fact>
    <TargetFacts ticket={ticket} />
    <Fact label="Assignee">
      <Assignee ticket={ticket} />
    </Fact>
    {ticket.rating !== null && (
      <Fact label="Rating">
        <GivenRating rating={ticket.rating} comment={ticket.ratingComment} />
      </Fact>
    )}
  </>
)

const LINK = 'text-accent wrap-anywhere underline-offset-4 hover:underline'

export const TargetFacts = ({ ticket }: Props) => (
  <>
    <Fact label="First response">
      <TargetText target={ticket.firstResponse} />
    </Fact>
    <Fact label="Resolution">
      <TargetText target={ticket.resolution} />
    </Fact>
  </>
)

const TextLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className={LINK}>
    {children}
  </a>
)

const Organization = ({ ticket: { organizationId, organizationName } }: Props) => (
  <Link href={links.customer(organizationId)} className={LINK}>
    {organizationName ?? '—'}
  </Link>
)

/** One button for both: it keeps the focus. */
function Assignee({ ticket }: Props) {
  const { id } = useCurrentUser()
  const { mutate, isPending } = useAssignTicket(ticket.id)
  const { assigneeId } = ticket
  const isMine = assigneeId === id
  const params = { id: ticket.id }
  const press = () =>
    mutate({ params, body: { assigneeId: isMine ? null : id } }, () => ({ params, body: { assigneeId } }))
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {ticket.assigneeName ?? 'Unassigned'}
      <Button variant="link" size="inline" isPending={isPending} onClick={onceFor(press)}>
        {isMine ? 'Unassign me' : 'Assign to me'}
      </Button>
    </span>
  )
}

/** When the target was met or is due, and whether that is late. */
function TargetText({ target }: { target: Target | null }) {
  if (!target) return '—'
  const { dueAt, metAt, isMissed } = target
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>
        {metAt === null && 'Due '}
        <DateText value={metAt ?? dueAt} format={metAt === null ? formatDue : formatDateTime} full={formatInstant} />
      </span>
      {isMissed && <Badge tone="danger">Late</Badge>}
      {!isMissed && metAt !== null && <Badge tone="success">In time</Badge>}
    </span>
  )
}

import { fullName } from '#contract/identity/session.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { GivenRating } from './rating.tsx'

/** The requester and the organization. */
export function CustomerCard({ ticket }: { ticket: TicketDetail }) {
  const name = fullName({ firstName: ticket.userFirstName, lastName: ticket.userLastName })
  return (
    <section aria-label="Customer" className="grid gap-2 rounded-lg border p-3 text-[13px]">
      <div className="flex min-w-0 items-center gap-2">
        <Avatar name={name} />
        <div className="min-w-0">
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
          <a
            href={`mailto:${ticket.userEmail}`}
            title={ticket.userEmail}
            className="block truncate text-accent underline-offset-4 hover:underline"
          >
            {ticket.userEmail}
          </a>
        </div>
      </div>
      <p className="font-medium wrap-anywhere">{ticket.organizationName}</p>
      {ticket.rating !== null && <GivenRating rating={ticket.rating} comment={ticket.ratingComment} />}
    </section>
  )
}

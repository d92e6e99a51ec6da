import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { fullName } from '#contract/identity/session.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { MessageText } from './message-text.tsx'

/** The description with its attachments. Above the messages, so that it stays in view. */
export function FirstMessage({ ticket, isWhole = false }: { ticket: TicketDetail; isWhole?: boolean }) {
  const { id } = useCurrentUser()
  const name = fullName({ firstName: ticket.userFirstName, lastName: ticket.userLastName })
  return (
    <article aria-label="First message" className="grid min-w-0 gap-1.5 rounded-lg border bg-card px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold wrap-anywhere">{ticket.userId === id ? 'You' : name}</span>
        <span className="text-xs text-fg2">
          <DateText value={ticket.createdAt} format={formatDateTime} full={formatInstant} />
        </span>
      </div>
      <ScrollBox label="Text of the first message" className={isWhole ? '' : 'max-h-48'}>
        <MessageText text={ticket.description} />
      </ScrollBox>
      <AttachmentList ticketId={ticket.id} attachments={ticket.attachments} />
    </article>
  )
}

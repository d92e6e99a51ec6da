import { clsx } from 'clsx'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import type { TicketMessage } from '#contract/support/messages.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { MessageText } from './message-text.tsx'

type Props = { message: TicketMessage }

export function Message({ message }: Props) {
  const isOwn = message.userId === useCurrentUser().id
  return (
    <li
      className={clsx(
        'grid max-w-[92%] min-w-0 gap-1.5 rounded-lg border px-3 py-2.5',
        isOwn ? 'justify-self-end' : 'justify-self-start',
        lookOf(message, isOwn),
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Author message={message} isOwn={isOwn} />
        <span className="text-xs text-fg2">
          <DateText value={message.createdAt} format={formatDateTime} full={formatInstant} />
        </span>
        {message.isEmail && <span className="text-xs text-fg2">by email</span>}
        {message.isInternal && (
          <Badge tone="warning" look="outline">
            Internal
          </Badge>
        )}
      </div>
      <MessageText text={message.message} />
      <AttachmentList ticketId={message.ticketId} attachments={message.attachments} />
    </li>
  )
}

function lookOf({ isInternal }: TicketMessage, isOwn: boolean) {
  if (isInternal) return 'border-dashed border-warning bg-warning-bg'
  return isOwn ? 'border-transparent bg-accent-soft' : 'bg-card'
}

/** Shows a colleague of the customer by name, without a role. */
function Author({ message: { isFromStaff, authorName }, isOwn }: Pick<Props, 'message'> & { isOwn: boolean }) {
  if (isOwn) return <span className="font-semibold">You</span>
  if (!isFromStaff) return <span className="font-semibold wrap-anywhere">{authorName}</span>
  return (
    <span className="wrap-anywhere">
      <span className="font-semibold">Support Agent</span> <span className="text-fg2">{authorName}</span>
    </span>
  )
}

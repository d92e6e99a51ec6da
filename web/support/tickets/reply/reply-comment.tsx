import { useRef } from 'react'
import { isSettled } from '#contract/support/ticket-fields.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { Button } from '#web/ui/button/button.tsx'
import { statusBadge } from '../ticket-badges.ts'
import { ReplyForm } from './reply-form.tsx'
import { useReply, useReplyDraft } from './use-reply.ts'

/** Always there for whoever is no staff. */
export function AddComment({ ticket }: { ticket: TicketDetail }) {
  const text = useRef<HTMLTextAreaElement>(null)
  const kept = useReplyDraft(ticket.id)
  const reply = useReply({ ticketId: ticket.id, kept, onSent: () => text.current?.focus() })
  return (
    <ReplyForm
      reply={reply}
      label="Add Comment"
      help={
        isSettled(ticket) &&
        `This ticket is ${statusBadge[ticket.status].children.toLowerCase()}. Your comment opens it again.`
      }
      text={text}
      buttons={
        <Button type="submit" variant="primary" disabled={!reply.canSend} isPending={reply.isSending}>
          {reply.isSending ? 'Sending…' : 'Send'}
        </Button>
      }
    />
  )
}

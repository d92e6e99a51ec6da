import { Reply as ReplyIcon } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { isSettled } from '#contract/support/ticket-fields.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { statusBadge } from '#web/support/support-desk/ticket-badges.ts'
import { usePresence } from '#web/support/teamwork/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useMentions } from './mentions.ts'
import { ReplyForm } from './reply-form.tsx'
import { ReplyWriter } from './reply-writer.tsx'
import { useReply, useReplyDraft } from './use-reply.ts'

export function StaffReply({ ticket }: { ticket: TicketDetail }) {
  const toggle = useRef<HTMLButtonElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const kept = useReplyDraft(ticket.id)
  const [isOpen, setOpen] = useState(kept.isKept)
  const reply = useReply({
    ticket,
    kept,
    mentionsIn: useMentions(),
    onSent: () => {
      setOpen(false)
      toggle.current?.focus()
    },
  })

  usePresence(ticket.id, reply.message)

  const press = () => {
    flushSync(() => setOpen(!isOpen))
    // Scrolls to the send button, except on the smallest screens, which show the text.
    text.current?.form?.scrollIntoView({ block: 'nearest' })
    text.current?.focus()
  }

  return (
    <div className="grid min-w-0 gap-3">
      <Button
        ref={toggle}
        variant={isOpen ? 'outline' : 'primary'}
        aria-expanded={isOpen}
        onClick={press}
        className="justify-self-start"
      >
        <ReplyIcon aria-hidden />
        Reply
      </Button>
      {isOpen && <ReplyWriter ticket={ticket} reply={reply} text={text} />}
    </div>
  )
}

type CommentProps = { ticket: TicketDetail; text: RefObject<HTMLTextAreaElement | null> }

/** Customers always see the form. */
export function AddComment({ ticket, text }: CommentProps) {
  const kept = useReplyDraft(ticket.id)
  const reply = useReply({ ticket, kept, onSent: () => text.current?.focus() })
  return (
    <ReplyForm
      reply={reply}
      label="Add Comment"
      help={
        isSettled(ticket) &&
        `This ticket is ${statusBadge[ticket.status].children.toLowerCase()}. Your comment reopens it.`
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

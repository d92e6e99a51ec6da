import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { canReplySet } from '#contract/support/ticket-fields.ts'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { useReplyChoice } from '#web/support/inbox/api.ts'
import { usePresence } from '#web/support/teamwork/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { LoadFailure, notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { CheckboxField } from '#web/ui/form/fields.tsx'
import { useMentions } from './mentions.ts'
import { ReplyWriter } from './reply-writer.tsx'
import { useReply, useReplyDraft, type Reply } from './use-reply.ts'

/** The composer of the split view is always open. `r` writes a reply, `n` an internal note. */
export function PaneReply({ ticket }: { ticket: TicketDetail }) {
  const text = useRef<HTMLTextAreaElement>(null)
  const kept = useReplyDraft(ticket.id)
  const { assigns, waits } = useReplyChoice()
  const reply = useReply({
    ticket,
    kept,
    canBeLeft: true,
    onSent: () => {
      const { activeElement } = document
      if (activeElement === document.body || text.current?.form?.contains(activeElement)) text.current?.focus()
    },
    mentionsIn: useMentions(),
    also: {
      assignToMe: assigns,
      status: waits && canReplySet(ticket, 'waiting_customer') ? 'waiting_customer' : undefined,
    },
  })

  usePresence(ticket.id, reply.message)

  const write = (isInternal: boolean) => {
    if (reply.isSending) return
    flushSync(() => reply.change({ isInternal }))
    text.current?.focus()
  }

  return (
    <ReplyWriter
      ticket={ticket}
      reply={reply}
      text={text}
      mode={<Mode reply={reply} onWrite={write} />}
      choices={!reply.isInternal && <Choices ticket={ticket} />}
    />
  )
}

type ModeProps = { reply: Reply; onWrite: (isInternal: boolean) => void }

const modes = [
  { key: 'r', label: 'Reply', isInternal: false },
  { key: 'n', label: 'Internal note', isInternal: true },
] as const

const Mode = ({ reply, onWrite }: ModeProps) => (
  <div className="flex gap-1">
    {modes.map(({ key, label, isInternal }) => (
      <Button
        key={key}
        variant={reply.isInternal === isInternal ? 'outline' : 'ghost'}
        size="small"
        data-shortcut={key}
        aria-keyshortcuts={key}
        aria-pressed={reply.isInternal === isInternal}
        onClick={() => onWrite(isInternal)}
      >
        {label}
      </Button>
    ))}
  </div>
)

/** Remembered for the next reply. */
function Choices({ ticket }: { ticket: TicketDetail }) {
  const { id } = useCurrentUser()
  const { assigns, waits, isKnown, isError, refetch, choose } = useReplyChoice()
  if (isError && !isKnown)
    return <LoadFailure sentence={notLoaded('what a reply does to the ticket')} retry={() => void refetch()} />
  return (
    <div className="flex flex-wrap gap-x-4 text-[13px] sm:mr-auto">
      {ticket.assigneeId !== id && (
        <CheckboxField
          name="assigns"
          label="Assign to me"
          checked={assigns}
          disabled={!isKnown}
          onChange={({ target }) => choose({ assigns: target.checked })}
        />
      )}
      {canReplySet(ticket, 'waiting_customer') && (
        <CheckboxField
          name="waits"
          label="Set Waiting Response"
          checked={waits}
          disabled={!isKnown}
          onChange={({ target }) => choose({ waits: target.checked })}
        />
      )}
    </div>
  )
}

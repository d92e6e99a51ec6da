import { useRef } from 'react'
import { tickets, type TicketDetail } from '#contract/support/tickets.ts'
import { isNotFound } from '#web/app/api/api-error.ts'
import { pathOf } from '#web/app/api/call.ts'
import { useLive } from '#web/app/api/live.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Missing } from '#web/ui/feedback/missing.tsx'
import { useReadMark, useTicket } from '../api.ts'
import { Conversation } from '../conversation/conversation.tsx'
import { readUpdate } from '../messages/api.ts'
import { numberOf } from '../ticket-number.ts'
import { TicketRating } from './rating.tsx'
import { TicketClosing } from './ticket-closing.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketHistory } from './ticket-history.tsx'

type Props = { id: string; onClose: () => void }

/** A ticket with its conversation, updated live. */
export function TicketDialog({ id, onClose }: Props) {
  const ticket = useTicket(id)
  return (
    <Dialog
      size="wide"
      title={<DialogTitle subject={ticket.data?.title} />}
      description={ticket.data && numberOf(ticket.data)}
      onClose={onClose}
    >
      <div className="min-h-[min(32rem,60dvh)] shrink-0">
        {isNotFound(ticket.error) ? (
          <Missing what="ticket" />
        ) : (
          <Loaded query={ticket} failure={notLoaded('the ticket')}>
            {(data) => <Whole key={data.id} ticket={data} />}
          </Loaded>
        )}
      </div>
    </Dialog>
  )
}

const DialogTitle = ({ subject }: { subject: string | undefined }) => (
  <>
    <span className={subject && 'block text-xs leading-4 font-medium text-fg2'}>Ticket Details</span>{' '}
    {subject && <span className="block text-lg leading-6 wrap-anywhere">{subject}</span>}
  </>
)

function Whole({ ticket }: { ticket: TicketDetail }) {
  const composer = useRef<HTMLTextAreaElement>(null)
  const rating = useRef<HTMLDivElement>(null)
  useReadMark(ticket)
  useLive(pathOf(tickets.events.url, { params: { id: ticket.id } }), (event) => void readUpdate(ticket.id, event))
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid min-w-0 content-start gap-4">
        <TicketFacts ticket={ticket} />
        {useIsStaff() && <TicketHistory id={ticket.id} />}
        {!useIsStaff() && <TicketClosing ticket={ticket} composer={composer} rating={rating} />}
        <div ref={rating}>
          <TicketRating ticket={ticket} />
        </div>
      </div>
      <Conversation ticket={ticket} composer={composer} />
    </div>
  )
}

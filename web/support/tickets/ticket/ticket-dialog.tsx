import { SearchX } from 'lucide-react'
import { tickets, type TicketDetail } from '#contract/support/tickets.ts'
import { isNotFound } from '#web/app/api/api-error.ts'
import { pathOf } from '#web/app/api/call.ts'
import { useLive } from '#web/app/api/live.ts'
import { useIsStaff } from '#web/identity/session/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useTicket } from '../api.ts'
import { Conversation } from '../conversation/conversation.tsx'
import { readNews } from '../messages/api.ts'
import { numberOf } from '../ticket-number.ts'
import { TicketRating } from './rating.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketHistory } from './ticket-history.tsx'

type Props = { id: string; onClose: () => void }

/** A ticket with its conversation, updated live. */
export function TicketDialog({ id, onClose }: Props) {
  const ticket = useTicket(id)
  return (
    <Dialog size="wide" title="Ticket Details" description={ticket.data && numberOf(ticket.data)} onClose={onClose}>
      <div className="min-h-[min(32rem,60dvh)]">
        {isNotFound(ticket.error) ? (
          <Empty icon={SearchX}>This ticket does not exist.</Empty>
        ) : (
          <Loaded query={ticket} failure="Failed to load the ticket. Please try again.">
            {(data) => <Whole key={data.id} ticket={data} />}
          </Loaded>
        )}
      </div>
    </Dialog>
  )
}

function Whole({ ticket }: { ticket: TicketDetail }) {
  useLive(pathOf(tickets.events.url, { params: { id: ticket.id } }), () => void readNews(ticket.id))
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid min-w-0 content-start gap-4">
        <TicketFacts ticket={ticket} />
        {useIsStaff() && <TicketHistory id={ticket.id} />}
        <TicketRating ticket={ticket} />
      </div>
      <Conversation ticket={ticket} />
    </div>
  )
}

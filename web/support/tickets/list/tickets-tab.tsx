import { TicketCounts } from './ticket-counts.tsx'
import { TicketList } from './ticket-list.tsx'

export const TicketsTab = () => (
  <div className="grid gap-5">
    <TicketCounts />
    <TicketList />
  </div>
)

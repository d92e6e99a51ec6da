import { useIsStaff } from '#web/identity/session/api.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TicketCounts } from './ticket-counts.tsx'
import { TicketList } from './ticket-list.tsx'

const Inbox = onDemand(async () => (await import('./inbox.tsx')).Inbox, <Skeleton className="h-96" />)

export const TicketsTab = () =>
  useIsStaff() ? (
    <Inbox />
  ) : (
    <div className="grid gap-4">
      <TicketCounts />
      <TicketList />
    </div>
  )

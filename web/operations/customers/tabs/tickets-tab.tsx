import { LifeBuoy } from 'lucide-react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { CustomerTicket } from '#contract/operations/customers.ts'
import { links } from '#web/app/links.ts'
import { priorityBadge, statusBadge } from '#web/support/support-desk/ticket-badges.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useCustomerTickets } from '../api.ts'
import { PagedTable } from '../paged-table.tsx'

export const TicketsTab = ({ id }: { id: string }) => (
  <Card title="Tickets" flush>
    <PagedTable
      label="List of Tickets"
      pages={useCustomerTickets(id)}
      shows={id}
      columns={columns}
      onRowClick={(ticket) => navigate(links.ticket(ticket.id))}
      nouns={['ticket', 'tickets']}
      empty={<Empty icon={LifeBuoy}>This customer has not opened a ticket yet.</Empty>}
    />
  </Card>
)

const columns: Column<CustomerTicket>[] = [
  {
    key: 'title',
    header: 'Ticket',
    grow: 100,
    phone: 'title',
    cell: ({ id, title, ticketNumber, requester }) => (
      <span className="block min-w-0 py-1">
        <Link
          href={links.ticket(id)}
          data-open
          className="block truncate font-medium hover:underline max-sm:max-w-72"
          title={title}
        >
          {title}
        </Link>
        <span className="block truncate text-fg2 max-sm:hidden">
          {ticketNumber} · {requester}
        </span>
      </span>
    ),
  },
  { key: 'status', header: 'Status', phone: 'status', cell: ({ status }) => <Badge {...statusBadge[status]} /> },
  {
    key: 'priority',
    header: 'Priority',
    phone: 'hidden',
    cell: ({ priority }) => <Badge {...priorityBadge[priority]} />,
  },
  {
    key: 'updatedAt',
    header: 'Updated',
    phone: 'line',
    cell: ({ updatedAt, assigneeName }) => (
      <span className="block">
        <DateText value={updatedAt} format={formatDate} full={formatInstant} />
        <span className="block truncate text-fg2 max-sm:hidden">{assigneeName ?? 'Unassigned'}</span>
      </span>
    ),
  },
]

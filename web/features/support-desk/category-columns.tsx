import { formatDate, formatInstant } from '#contract/dates.ts'
import type { TicketCategory } from '#contract/ticket-categories.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { Truncate } from '#web/ui/truncate.tsx'
import { ColorDot } from './color-dot.tsx'
import { RowButtons } from './row-buttons.tsx'

type Open = (action: 'edit' | 'delete', category: TicketCategory) => void

export const categoryColumns = (open: Open): Column<TicketCategory>[] => [
  {
    key: 'name',
    header: 'Name',
    phone: 'title',
    sortBy: ({ name }) => name,
    cell: ({ name, color }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <ColorDot color={color} />
        <Truncate text={name} className="max-w-44 font-medium" />
      </span>
    ),
  },
  {
    key: 'description',
    header: 'Description',
    cell: ({ description }) =>
      description ? <Truncate text={description} className="max-w-52" /> : <span className="text-fg2">—</span>,
  },
  {
    key: 'tickets',
    header: 'Tickets',
    align: 'end',
    sortBy: ({ ticketCount }) => ticketCount,
    cell: (category) => <TicketCount {...category} />,
  },
  {
    key: 'createdAt',
    header: 'Created',
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDate} full={formatInstant} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: (category) => (
      <RowButtons
        name={category.name}
        onEdit={() => open('edit', category)}
        onDelete={() => open('delete', category)}
      />
    ),
  },
]

/** Leads to the tickets that it counts. */
function TicketCount({ id, name, ticketCount }: TicketCategory) {
  if (!ticketCount) return 0
  return (
    <Button
      variant="link"
      size="inline"
      aria-label={`Show ${countOf(ticketCount)} of ${name}`}
      onClick={() => setUrl({ tab: null, category: id }, { replace: false })}
    >
      {ticketCount}
    </Button>
  )
}

const countOf = (tickets: number) => (tickets === 1 ? '1 ticket' : `${tickets} tickets`)

import { formatDate, formatInstant } from '#contract/dates.ts'
import type { TicketCategory } from '#contract/support/ticket-categories.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { ColorDot } from './color-dot.tsx'
import { RowButtons } from './row-buttons.tsx'

type Open = (action: 'edit' | 'delete', category: TicketCategory) => void

export const categoryColumns = (open: Open): Column<TicketCategory>[] => [
  {
    key: 'name',
    header: 'Name',
    phone: 'title',
    sortBy: ({ name }) => name,
    cell: (category) => <NameCell {...category} />,
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
    phone: 'bare',
    cell: (category) => (
      <RowButtons
        name={category.name}
        onEdit={() => open('edit', category)}
        onDelete={() => open('delete', category)}
      />
    ),
  },
]

const NameCell = ({ name, description, color }: TicketCategory) => (
  <span className="flex min-w-0 items-center gap-2.5">
    <ColorDot color={color} />
    <span className="min-w-0">
      <Truncate text={name} className="font-medium 2xl:max-w-80" />
      {description && <Truncate text={description} className="font-normal text-fg2 2xl:max-w-80" />}
    </span>
  </span>
)

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

import type { OrganizationBilling } from '#contract/operations/organizations.ts'
import { formatDay, formatLongDay } from '#web/app/words/business-days.ts'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import type { Tone } from '#web/ui/tone.ts'

type Adjustment = OrganizationBilling['adjustments'][number]

export const SeatChanges = ({ adjustments }: Pick<OrganizationBilling, 'adjustments'>) =>
  adjustments.length > 0 && (
    <Card title="Seat Changes" description="The amount is for a month, at the price of today." flush>
      <Table label="List of seat changes" rows={adjustments} columns={columns} rowKey={({ id }) => id} empty={null} />
    </Card>
  )

const types: Record<Adjustment['adjustmentType'], string> = {
  seats_added: 'Seats added',
  seats_removed: 'Seats removed',
}

const looks: Record<Adjustment['status'], { tone: Tone; look?: 'struck'; children: string }> = {
  pending: { tone: 'info', children: 'Pending' },
  applied: { tone: 'success', children: 'Applied' },
  dropped: { tone: 'neutral', look: 'struck', children: 'Dropped' },
  failed: { tone: 'danger', children: 'Failed' },
}

const columns: Column<Adjustment>[] = [
  { key: 'type', header: 'Type', phone: 'title', cell: ({ adjustmentType }) => types[adjustmentType] },
  {
    key: 'seats',
    header: 'Seats',
    align: 'end',
    cell: ({ deltaQuantity }) => (deltaQuantity > 0 ? `+${deltaQuantity}` : `−${-deltaQuantity}`),
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => <Rand amount={amount} /> },
  {
    key: 'effectiveDate',
    header: 'Effective',
    cell: ({ effectiveDate }) => <DateText value={effectiveDate} format={formatDay} full={formatLongDay} />,
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <Badge {...looks[status]} /> },
  {
    key: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <span className="block max-w-72 break-words">{reason ?? '—'}</span>,
  },
]

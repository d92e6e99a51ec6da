import type { BillingOverviewRow } from '#contract/billing/invoices.ts'
import { toCents } from '#contract/money.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import type { Tone } from '#web/ui/tone.ts'

type Row = BillingOverviewRow
type Props = { rows: Row[]; onChoose: (organizationId: string) => void }

export const BillingSummaryTable = ({ rows, onChoose }: Props) => (
  <Table
    label="Billing of each organization"
    rows={rows}
    columns={columnsFor(onChoose)}
    rowKey={({ organizationId }) => organizationId}
    onRowClick={({ organizationId }) => onChoose(organizationId)}
    sort="organization"
    footer={rows.length === 1 ? '1 organization' : `${rows.length} organizations`}
    boxed
    empty={<Empty>No organizations found</Empty>}
  />
)

const columnsFor = (onChoose: Props['onChoose']): Column<Row>[] => [
  {
    key: 'organization',
    header: 'Organization',
    phone: 'title',
    sortBy: ({ organizationName }) => organizationName,
    cell: ({ organizationId, organizationName }) => (
      <button
        type="button"
        onClick={() => onChoose(organizationId)}
        className="block min-w-0 text-left font-medium hover:underline"
      >
        <Truncate text={organizationName} />
      </button>
    ),
  },
  count('numberOfLicenses', 'Licenses'),
  amount('pricePerLicense', 'Price per License'),
  {
    key: 'subscription',
    header: 'Subscription',
    sortBy: ({ subscriptionStatus }) => subscriptionStatus,
    cell: ({ subscriptionStatus }) => <Badge {...badges[subscriptionStatus]} />,
  },
  count('totalInvoices', 'Invoices'),
  amount('totalPaid', 'Paid'),
  amount('totalUnpaid', 'Unpaid'),
  count('overdueInvoices', 'Overdue'),
]

const badges: Record<Row['subscriptionStatus'], { tone: Tone; children: string }> = {
  active: { tone: 'success', children: 'Active' },
  cancelled: { tone: 'neutral', children: 'Cancelled' },
  none: { tone: 'neutral', children: 'None' },
}

function amount(key: 'pricePerLicense' | 'totalPaid' | 'totalUnpaid', header: string): Column<Row> {
  return { key, header, align: 'end', sortBy: (row) => toCents(row[key]), cell: (row) => `R${row[key]}` }
}

function count(key: 'numberOfLicenses' | 'totalInvoices' | 'overdueInvoices', header: string): Column<Row> {
  return { key, header, align: 'end', sortBy: (row) => row[key], cell: (row) => row[key] }
}

import { useState } from 'react'
import { Link } from 'wouter'
import type { BillingOverviewRow } from '#contract/billing/invoices.ts'
import { toCents } from '#contract/money.ts'
import { countOf } from '#contract/quantities.ts'
import { links } from '#web/app/links.ts'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { OrganizationInvoices } from '#web/billing/invoices/parts.tsx'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { useBillingOverview } from './api.ts'
import { ArrivalTitle } from './arrival-title.tsx'

export function BillingSummary() {
  const overview = useBillingOverview()
  return (
    <Loaded query={overview} failure={notLoaded('billing data')}>
      {(rows) => <TableOrInvoices rows={rows} />}
    </Loaded>
  )
}

const show = (organizationId: string | null) => setUrl({ organizationId }, { replace: false })

function TableOrInvoices({ rows }: { rows: BillingOverviewRow[] }) {
  const [organizationId] = useUrlState('organizationId')
  const [isBack, setBack] = useState(false)
  const chosen = rows.find((row) => row.organizationId === organizationId)
  const goBack = () => {
    setBack(true)
    show(null)
  }
  return chosen ? (
    <InvoicesOf key={organizationId} row={chosen} onBack={goBack} />
  ) : (
    <Card
      title={isBack ? <ArrivalTitle>{SUMMARY}</ArrivalTitle> : SUMMARY}
      description="Choose an organization to see its invoices."
      flush
    >
      <BillingSummaryTable rows={rows} onChoose={show} />
    </Card>
  )
}

const SUMMARY = 'Organization Billing Summary'

const InvoicesOf = ({ row, onBack }: { row: BillingOverviewRow; onBack: () => void }) => (
  <Card
    title={<ArrivalTitle>Invoices of {row.organizationName}</ArrivalTitle>}
    description={`R${row.totalPaid} paid, R${row.totalUnpaid} unpaid, ${row.overdueInvoices} overdue`}
    actions={
      <>
        <Link href={links.customer(row.organizationId)} className={buttonClass()}>
          Open Customer
        </Link>
        <Button onClick={onBack}>View All Organizations</Button>
      </>
    }
    flush
  >
    <OrganizationInvoices organizationId={row.organizationId} />
  </Card>
)

type Row = BillingOverviewRow
type Props = { rows: Row[]; onChoose: (organizationId: string) => void }

const BillingSummaryTable = ({ rows, onChoose }: Props) => (
  <Table
    label="Billing of each organization"
    rows={rows}
    columns={columns}
    rowKey={({ organizationId }) => organizationId}
    onRowClick={({ organizationId }) => onChoose(organizationId)}
    sort="organization"
    footer={countOf(rows.length, 'organization')}
    boxed
    empty={<Empty>No organizations found</Empty>}
  />
)

const columns: Column<Row>[] = [
  {
    key: 'organization',
    header: 'Organization',
    phone: 'title',
    sortBy: ({ organizationName }) => organizationName,
    cell: ({ organizationId, organizationName }) => (
      <OpenLink opens={{ organizationId }} className="block min-w-0 font-medium hover:underline">
        <Truncate text={organizationName} />
      </OpenLink>
    ),
  },
  { ...count('numberOfLicenses', 'Licenses'), phone: 'hidden' },
  { ...amount('pricePerLicense', 'Price per License'), phone: 'hidden' },
  {
    key: 'subscription',
    header: 'Subscription',
    phone: 'status',
    sortBy: ({ subscriptionStatus }) => subscriptionStatus,
    cell: ({ subscriptionStatus }) => <Badge {...badges[subscriptionStatus]} />,
  },
  { ...count('totalInvoices', 'Invoices'), phone: 'hidden' },
  amount('totalPaid', 'Paid'),
  amount('totalUnpaid', 'Unpaid'),
  count('overdueInvoices', 'Overdue'),
]

const badges: Record<Row['subscriptionStatus'], { tone: Tone; children: string }> = {
  active: { tone: 'success', children: 'Active' },
  trial: { tone: 'info', children: 'Trial' },
  cancelled: { tone: 'neutral', children: 'Cancelled' },
  none: { tone: 'neutral', children: 'None' },
}

function amount(key: 'pricePerLicense' | 'totalPaid' | 'totalUnpaid', header: string): Column<Row> {
  return { key, header, align: 'end', sortBy: (row) => toCents(row[key]), cell: (row) => <Rand amount={row[key]} /> }
}

function count(key: 'numberOfLicenses' | 'totalInvoices' | 'overdueInvoices', header: string): Column<Row> {
  return { key, header, align: 'end', sortBy: (row) => row[key], cell: (row) => row[key] }
}

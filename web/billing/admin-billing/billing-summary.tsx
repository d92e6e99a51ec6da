import { useState } from 'react'
import type { BillingOverviewRow } from '#contract/billing/invoices.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { OrganizationInvoices } from '#web/billing/invoices/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useBillingOverview } from './api.ts'
import { ArrivalTitle } from './arrival-title.tsx'
import { BillingCards } from './billing-cards.tsx'
import { BillingSummaryTable } from './billing-summary-table.tsx'

/** ?organizationId= puts its invoices in the place of the table. */
export function BillingSummary() {
  const overview = useBillingOverview()
  return (
    <Loaded query={overview} failure="Failed to load billing data. Please try again.">
      {(rows) => (
        <>
          <BillingCards rows={rows} />
          <TableOrInvoices rows={rows} />
        </>
      )}
    </Loaded>
  )
}

const show = (organizationId: string | null) => setUrl({ organizationId }, { replace: false })

function TableOrInvoices({ rows }: { rows: BillingOverviewRow[] }) {
  const [wanted] = useUrlState('organizationId')
  const [isBack, setBack] = useState(false)
  const chosen = rows.find(({ organizationId }) => organizationId === wanted)
  const goBack = () => {
    setBack(true)
    show(null)
  }
  return chosen ? (
    <InvoicesOf key={wanted} row={chosen} onBack={goBack} />
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
    actions={<Button onClick={onBack}>View All Organizations</Button>}
    flush
  >
    <OrganizationInvoices organizationId={row.organizationId} />
  </Card>
)

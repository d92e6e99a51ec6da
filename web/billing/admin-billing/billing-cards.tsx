import { Banknote, CircleAlert, Hourglass } from 'lucide-react'
import type { BillingOverviewRow } from '#contract/billing/invoices.ts'
import { formatRand, toCents } from '#contract/money.ts'
import { StatCard } from '#web/ui/page/stat-card.tsx'

/** Sums of the table below them, so that they always agree with it. */
export function BillingCards({ rows }: { rows: BillingOverviewRow[] }) {
  const sum = (amountOf: (row: BillingOverviewRow) => number) => rows.reduce((total, row) => total + amountOf(row), 0)
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <StatCard
        label="Total Revenue"
        icon={Banknote}
        value={formatRand(sum(({ totalPaid }) => toCents(totalPaid)))}
        caption="received for invoices"
      />
      <StatCard
        label="Outstanding"
        icon={Hourglass}
        value={formatRand(sum(({ totalUnpaid }) => toCents(totalUnpaid)))}
        caption="issued and not paid yet"
      />
      <StatCard
        label="Overdue Invoices"
        icon={CircleAlert}
        value={sum(({ overdueInvoices }) => overdueInvoices)}
        caption="past their due date"
      />
    </div>
  )
}

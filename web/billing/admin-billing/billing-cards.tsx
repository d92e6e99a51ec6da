import { Banknote, CircleAlert, Hourglass } from 'lucide-react'
import type { BillingOverviewRow } from '#contract/billing/invoices.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatCard } from '#web/ui/page/stat-card.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { useBillingOverview } from './api.ts'

export const BillingCards = () => (
  <Loaded query={useBillingOverview()} failure={notLoaded('billing totals')} skeleton={<Sums />}>
    {(rows) => <Sums rows={rows} />}
  </Loaded>
)

/** Sums of the table below, so that both always agree. Without rows, it keeps their place. */
function Sums({ rows }: { rows?: BillingOverviewRow[] }) {
  const sum = (amountOf: (row: BillingOverviewRow) => number) => rows?.reduce((total, row) => total + amountOf(row), 0)
  const amount = (cents: number | undefined) => (cents === undefined ? unknown : <Rand amount={toAmount(cents)} />)
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <StatCard
        label="Total Revenue"
        icon={Banknote}
        value={amount(sum(({ totalPaid }) => toCents(totalPaid)))}
        caption="received for invoices"
      />
      <StatCard
        label="Outstanding"
        icon={Hourglass}
        value={amount(sum(({ totalUnpaid }) => toCents(totalUnpaid)))}
        caption="issued and not paid yet"
      />
      <StatCard
        label="Overdue Invoices"
        icon={CircleAlert}
        value={sum(({ overdueInvoices }) => overdueInvoices) ?? unknown}
        caption="past their due date"
      />
    </div>
  )
}

const unknown = <Skeleton className="h-8 w-32" />

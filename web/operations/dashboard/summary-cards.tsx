import { CreditCard, LifeBuoy, Receipt } from 'lucide-react'
import { Link } from 'wouter'
import type { Invoice } from '#contract/billing/invoices.ts'
import { daysUntilRenewal, shownStatus, type Subscription } from '#contract/billing/subscriptions.ts'
import { isQuotaFull } from '#contract/licensing/usage.ts'
import type { OrganizationStats } from '#contract/operations/dashboard.ts'
import { countOf } from '#contract/quantities.ts'
import { Ring } from '#web/ui/chart/ring.tsx'
import { StatCard } from '#web/ui/page/stat-card.tsx'
import { billingLabel } from './billing-label.ts'

type Props = { subscription: Subscription | null; latestInvoice: Invoice | undefined; stats: OrganizationStats }

export const SummaryCards = ({ subscription, latestInvoice, stats }: Props) => (
  <div className="grid gap-4 min-[380px]:grid-cols-2 xl:grid-cols-4">
    <StatCard
      label="Subscription"
      icon={CreditCard}
      value={subscription ? billingLabel(shownStatus(subscription, 'past_due')) : 'No billing info'}
      caption={subscription && renewal(subscription)}
    />
    <Utilization {...stats} />
    <StatCard
      label="Latest Invoice"
      icon={Receipt}
      value={latestInvoice ? paidOrPending(latestInvoice) : 'No invoices'}
      caption={latestInvoice && `${latestInvoice.invoiceNumber} · R${latestInvoice.amount}`}
    />
    <StatCard
      label="Support Tickets"
      icon={LifeBuoy}
      value={stats.openTickets}
      caption={
        <Link href="/support" className="text-accent underline-offset-4 hover:underline">
          {stats.openTickets === 1 ? 'open ticket' : 'open tickets'}
        </Link>
      }
    />
  </div>
)

/** A canceled subscription does not renew. */
function renewal(subscription: Subscription) {
  const days = daysUntilRenewal(subscription)
  if (days <= 0) return 'Check renewal date'
  return subscription.status === 'canceled' ? `Ends in ${countOf(days, 'day')}` : `Renews in ${countOf(days, 'day')}`
}

const paidOrPending = ({ status }: Invoice) => (status === 'paid' ? 'Paid' : 'Pending')

function Utilization({ assignedLicenses, paidLicenses }: OrganizationStats) {
  return (
    <section
      aria-label="Utilization"
      className="flex min-w-0 items-center justify-between gap-2 rounded-xl border bg-card p-5 shadow-card max-sm:flex-wrap"
    >
      <div className="min-w-0">
        <h2 className="text-[13px] font-medium text-fg2">Utilization</h2>
        <p className="mt-1 text-[26px] leading-8 font-semibold tracking-tight">
          {assignedLicenses} of {paidLicenses}
        </p>
        <p className="text-[13px] text-fg2">licenses assigned</p>
      </div>
      <span className="-my-1 shrink-0 [&>span]:size-18">
        <Ring
          part={assignedLicenses}
          whole={paidLicenses}
          label="Paid licenses assigned"
          tone={isQuotaFull({ used: assignedLicenses, limit: paidLicenses }) ? 'warning' : 'success'}
        />
      </span>
    </section>
  )
}

import { useLocation } from 'wouter'
import type { Billing } from '#contract/billing/subscriptions.ts'
import { toCents } from '#contract/money.ts'
import { links } from '#web/app/links.ts'
import { SuspendedBanner } from '#web/app/parts/suspended-banner.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { BillingHistory, InvoiceDrawer, BankDetails, CopyBankDetails } from '#web/billing/invoices/parts.tsx'
import { StatementButtons } from '#web/billing/statements/parts.tsx'
import { useLicenseRequests } from '#web/licensing/license-requests/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { useBilling } from './api.ts'
import { DetailsCard } from './details-card.tsx'
import { NextInvoice } from './next-invoice.tsx'
import { OpenInvoices } from './open-invoices.tsx'
import { PaymentBar } from './payment-bar.tsx'
import { StatusBanner } from './status-banner.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { UsageCard } from './usage-card.tsx'

export const CustomerBilling = () => (
  <Page title="Billing & Subscription" description="Your subscription, invoices and payments.">
    <Loaded
      query={useBilling()}
      isPlaced={useLicenseRequests().isFetched}
      failure={notLoaded('billing data')}
      skeleton={<Columns main={<Waiting heights={['h-64', 'h-80']} />} side={<Waiting heights={['h-36', 'h-28']} />} />}
    >
      {(billing) => <Sections {...billing} />}
    </Loaded>
  </Page>
)

const Sections = (billing: Billing) => (
  <div className="grid gap-5">
    {billing.isSuspended && <SuspendedBanner />}
    <PaymentBar {...billing} />
    {billing.subscription && (
      <>
        <StatusBanner {...billing} subscription={billing.subscription} />
        <OpenInvoices subscription={billing.subscription} invoices={billing.invoices} />
      </>
    )}
    <Columns
      main={
        <>
          <SubscriptionCard {...billing} />
          <NextInvoice {...billing} />
          <BillingHistory {...billing} />
        </>
      }
      side={
        <>
          <UsageCard {...billing} />
          {billing.bankDetails && toCents(billing.outstanding) <= 0 && <BankCard bankDetails={billing.bankDetails} />}
          {billing.details && <StatementCard />}
          {billing.details && <DetailsCard details={billing.details} />}
          <HelpCard />
        </>
      }
    />
    <OpenedInvoice bankDetails={billing.bankDetails} />
  </div>
)

function OpenedInvoice({ bankDetails }: Pick<Billing, 'bankDetails'>) {
  const [id] = useUrlState('invoice')
  return id && <InvoiceDrawer key={id} id={id} bankDetails={bankDetails} onClose={() => setUrl({ invoice: null })} />
}

const Columns = ({ main, side }: { main: React.ReactNode; side: React.ReactNode }) => (
  <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
    <div className="grid min-w-0 gap-5">{main}</div>
    <div className="grid min-w-0 gap-5">{side}</div>
  </div>
)

const Waiting = ({ heights }: { heights: string[] }) =>
  heights.map((height) => (
    <Card key={height}>
      <Skeleton className={height} />
    </Card>
  ))

const BankCard = ({ bankDetails }: { bankDetails: string }) => (
  <Card title="Pay by EFT" actions={<CopyBankDetails bankDetails={bankDetails} />}>
    <div className="grid gap-2">
      <BankDetails bankDetails={bankDetails}>
        <p className="text-fg2">Use the invoice number as the reference.</p>
      </BankDetails>
    </div>
  </Card>
)

const StatementCard = () => (
  <Card title="Statement" description="Invoices and payments for any period. View, PDF or CSV.">
    <StatementButtons />
  </Card>
)

function HelpCard() {
  const [, navigate] = useLocation()
  return (
    <Card title="Need Help" description="Read common questions or contact us.">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => navigate(links.billingQuestions)}>Billing FAQ</Button>
        <Button onClick={() => navigate(links.contactSales)}>Contact Sales</Button>
      </div>
    </Card>
  )
}

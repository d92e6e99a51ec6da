import type { UpcomingInvoice } from '#contract/billing/invoices.ts'
import type { Billing } from '#contract/billing/subscriptions.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { UpcomingFacts, ESTIMATE } from '#web/billing/invoices/parts.tsx'
import { CreditSentence } from '#web/billing/statements/parts.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Rand } from '#web/ui/text/rand.tsx'

export const NextInvoice = (billing: Billing) => (
  <>
    {toCents(billing.credit) < 0 && (
      <Card title="Credit">
        <p>
          <CreditSentence cents={toCents(billing.credit)} /> Please add it to your next payment.
        </p>
      </Card>
    )}
    <Estimate {...billing} />
  </>
)

function Estimate({ subscription, upcomingInvoice, credit, unbilled }: Billing) {
  const isRenewed = subscription !== null && subscription.status !== 'canceled'
  const title = isRenewed ? 'Next Invoice' : 'Last Invoice'
  if (upcomingInvoice) return <Upcoming title={title} invoice={upcomingInvoice} credit={credit} />
  return isRenewed ? <Waiting unbilled={unbilled} credit={credit} /> : <CreditLeft credit={credit} />
}

type UpcomingProps = { title: string; invoice: UpcomingInvoice; credit: string }

const Upcoming = ({ title, invoice, credit }: UpcomingProps) => (
  <Card title={title} description={ESTIMATE}>
    <div className="grid gap-4">
      <UpcomingFacts invoice={invoice} />
      {toCents(credit) > 0 && <CreditUsed amount={invoice.amount} credit={credit} />}
    </div>
  </Card>
)

function CreditUsed({ amount, credit }: { amount: string; credit: string }) {
  const used = Math.min(toCents(amount), toCents(credit))
  const left = toCents(credit) - used
  return (
    <p>
      <Rand amount={toAmount(used)} /> of your credit will be applied, leaving{' '}
      <Rand amount={toAmount(toCents(amount) - used)} /> to pay
      {left > 0 ? ` and R${toAmount(left)} of credit.` : '.'}
    </p>
  )
}

type WaitingProps = Pick<Billing, 'unbilled' | 'credit'>

/** For an invoice that is issued and not paid yet. */
const Waiting = ({ unbilled, credit }: WaitingProps) =>
  (toCents(unbilled) > 0 || toCents(credit) > 0) && (
    <Card title="Next Invoice">
      {toCents(unbilled) > 0 && (
        <p>
          <Rand amount={unbilled} /> for added seats will be on your next invoice.
        </p>
      )}
      {toCents(credit) > 0 && (
        <p>
          <Rand amount={credit} /> of credit is kept for your next invoice.
        </p>
      )}
    </Card>
  )

const CreditLeft = ({ credit }: Pick<Billing, 'credit'>) =>
  toCents(credit) > 0 && (
    <Card title="Credit">
      <p>
        <Rand amount={credit} /> of credit is available. Contact sales for a refund.
      </p>
    </Card>
  )

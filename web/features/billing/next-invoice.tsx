import type { ReactNode } from 'react'
import type { Billing, UpcomingInvoice } from '#contract/billing.ts'
import { formatDate, formatLongDate } from '#contract/dates.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { signedRand } from '#web/app/signed-rand.ts'
import { Card } from '#web/ui/card.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { Figure } from '#web/ui/figure.tsx'

/** What will be billed next, and what is kept for it. Nothing where nothing follows. */
export function NextInvoice(billing: Billing) {
  const { upcomingInvoice, credit } = billing
  if (upcomingInvoice) return <Upcoming invoice={upcomingInvoice} credit={credit} />
  return isRenewed(billing) ? <WaitingForNext {...billing} /> : <WaitingForLast {...billing} />
}

const isRenewed = ({ subscription }: Billing) => subscription !== null && subscription.status !== 'canceled'

const Upcoming = ({ invoice, credit }: { invoice: UpcomingInvoice; credit: string }) => (
  <Card title="Next Invoice" description="As things stand today.">
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Fact label="Issued on">
          <DateText value={invoice.issuedOn} format={formatDate} full={formatLongDate} />
        </Fact>
        <Fact label="Due on">
          <DateText value={invoice.dueDate} format={formatDate} full={formatLongDate} />
        </Fact>
        <Fact label="Amount">R{invoice.amount}</Fact>
      </dl>
      <dl aria-label="Lines" className="grid gap-1.5 border-t pt-3 text-[13px]">
        {invoice.items.map(({ description, quantity, amount }, place) => (
          <Figure key={place} name={description} hint={quantity > 1 && `Quantity ${quantity}`}>
            <span className="whitespace-nowrap tabular-nums">{signedRand(amount)}</span>
          </Figure>
        ))}
      </dl>
      {toCents(credit) > 0 && <CreditUsed amount={invoice.amount} credit={credit} />}
    </div>
  </Card>
)

function CreditUsed({ amount, credit }: { amount: string; credit: string }) {
  const used = Math.min(toCents(amount), toCents(credit))
  const left = toCents(credit) - used
  return (
    <p>
      R{toAmount(used)} of your credit will be used for it, which leaves R{toAmount(toCents(amount) - used)} to pay
      {left > 0 ? ` and R${toAmount(left)} of credit.` : '.'}
    </p>
  )
}

type Waiting = Pick<Billing, 'unbilled' | 'credit'>

const WaitingForNext = ({ unbilled, credit }: Waiting) => (
  <Sentences title="Next Invoice">
    {toCents(unbilled) > 0 && <p>R{unbilled} for seats that were added goes on your next invoice.</p>}
    {toCents(credit) > 0 && <p>R{credit} of credit is kept for it.</p>}
  </Sentences>
)

const WaitingForLast = ({ unbilled, credit }: Waiting) => (
  <Sentences title={toCents(unbilled) > 0 ? 'Last Invoice' : 'Credit'}>
    {toCents(unbilled) > 0 && <p>R{unbilled} for seats that were added is billed when the subscription ends.</p>}
    {toCents(credit) > 0 && <p>R{credit} of credit is yours. Contact sales to have it paid out.</p>}
  </Sentences>
)

const Sentences = ({ title, children }: { title: string; children: ReactNode[] }) =>
  children.some(Boolean) && (
    <Card title={title}>
      <div className="grid gap-2">{children}</div>
    </Card>
  )

import type { UpcomingInvoice } from '#contract/billing/invoices.ts'
import { isPaidAhead, type Subscription } from '#contract/billing/subscriptions.ts'
import { formatDate, formatLongDate } from '#contract/dates.ts'
import { formatDay, formatLastDay } from '#web/app/words/business-days.ts'
import { Fact } from '#web/ui/page/fact.tsx'
import { Figure } from '#web/ui/page/figure.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'

/** Goes inside a <dl>. If the next period is already paid, shows both the running period and the day it is paid until. */
export function CurrentPeriod({ subscription }: { subscription: Subscription }) {
  const { currentPeriodStart, currentPeriodEnd } = subscription
  const start = formatDay(currentPeriodStart)
  const end = currentPeriodEnd ? formatLastDay(currentPeriodEnd) : 'open'
  if (isPaidAhead(subscription))
    return (
      <>
        <Fact label="Current period">Until {formatLastDay(currentPeriodStart)}</Fact>
        <Fact label="Paid until">{end}</Fact>
      </>
    )
  return (
    <Fact label="Current period">
      <span className="whitespace-nowrap">{start}</span> - <span className="whitespace-nowrap">{end}</span>
    </Fact>
  )
}

export const UpcomingFacts = ({ invoice }: { invoice: UpcomingInvoice }) => (
  <div className="grid gap-4">
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <Fact label="Issued on">
        <DateText value={invoice.issuedOn} format={formatDate} full={formatLongDate} />
      </Fact>
      <Fact label="Due on">
        <DateText value={invoice.dueDate} format={formatDate} full={formatLongDate} />
      </Fact>
      <Fact label="Amount">
        <Rand amount={invoice.amount} />
      </Fact>
    </dl>
    <dl aria-label="Lines" className="grid gap-1.5 border-t pt-3 text-[13px]">
      {invoice.items.map(({ description, quantity, amount }, place) => (
        <Figure key={place} name={description} hint={quantity > 1 && `Quantity ${quantity}`}>
          <span className="whitespace-nowrap">
            <Rand amount={amount} />
          </span>
        </Figure>
      ))}
    </dl>
  </div>
)

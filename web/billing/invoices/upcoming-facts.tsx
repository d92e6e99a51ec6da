import type { UpcomingInvoice } from '#contract/billing/invoices.ts'
import { formatDate, formatLongDate } from '#contract/dates.ts'
import { Fact } from '#web/ui/page/fact.tsx'
import { Figure } from '#web/ui/page/figure.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'

export const ESTIMATE = 'Estimate as of today.'

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

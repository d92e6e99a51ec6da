import type { UpcomingInvoice } from '#contract/billing.ts'
import { formatDate, formatLongDate } from '#contract/dates.ts'
import { signedRand } from '#web/app/signed-rand.ts'
import { DateText } from '#web/ui/date.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { Figure } from '#web/ui/figure.tsx'

/** What will be billed next: when, how much and what for. */
export const UpcomingFacts = ({ invoice }: { invoice: UpcomingInvoice }) => (
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
          <span className="whitespace-nowrap">{signedRand(amount)}</span>
        </Figure>
      ))}
    </dl>
  </div>
)

import { formatDate, formatInstant, formatLongDate } from '#contract/dates.ts'
import type { Invoice } from '#contract/invoices.ts'
import { toCents } from '#contract/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Fact } from '#web/ui/fact.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { invoiceBadge } from './invoice-badge.ts'

export const InvoiceFacts = ({ invoice }: { invoice: Invoice }) => (
  <div className="grid gap-4">
    <dl className="grid grid-cols-2 gap-4">
      <Fact label="Status">
        <Badge {...invoiceBadge(invoice.status)} />
      </Fact>
      <Fact label="Issued">
        <DateText value={invoice.createdAt} format={formatDate} full={formatInstant} />
      </Fact>
      <Fact label="Due">
        <DateText value={invoice.dueDate} format={formatDate} full={formatLongDate} />
      </Fact>
      {invoice.paidAt && (
        <Fact label="Paid on">
          <DateText value={invoice.paidAt} format={formatDate} full={formatInstant} />
        </Fact>
      )}
      <Period {...invoice} />
    </dl>
    <Amounts {...invoice} />
  </div>
)

const Period = ({ periodStart, periodEnd }: Invoice) =>
  periodStart &&
  periodEnd && (
    <Fact label="Period" className="col-span-2">
      {formatDate(periodStart)} to {formatDate(lastDay(periodEnd))}
    </Fact>
  )

/** A period ends where the next one begins. */
const lastDay = (end: string) => new Date(Date.parse(end) - 86_400_000)

const Amounts = ({ amount, paidAmount, creditedAmount, balance }: Invoice) => (
  <dl aria-label="Amounts" className="grid gap-1.5 rounded-md bg-sunken px-3 py-2.5">
    <Figure name="Amount">R{amount}</Figure>
    {toCents(paidAmount) > 0 && <Figure name="Paid">−R{paidAmount}</Figure>}
    {toCents(creditedAmount) > 0 && <Figure name="Credited">−R{creditedAmount}</Figure>}
    <Figure name="Balance">
      <span className="text-base font-semibold">R{balance}</span>
    </Figure>
  </dl>
)

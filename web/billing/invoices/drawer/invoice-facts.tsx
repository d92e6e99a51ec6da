import { isCounted, paidOn, type Invoice } from '#contract/billing/invoices.ts'
import type { InvoiceDetail } from '#contract/billing/payments.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { formatDay, formatLastDay, formatLongDay } from '#web/app/words/business-days.ts'
import { Fact } from '#web/ui/page/fact.tsx'
import { Figure } from '#web/ui/page/figure.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { invoiceBadge } from '../invoice-words.ts'

export const InvoiceFacts = ({ invoice }: { invoice: InvoiceDetail }) => (
  <div className="grid gap-4">
    <dl className="grid grid-cols-2 gap-4">
      <Fact label="Status">
        <Badge {...invoiceBadge(invoice)} />
      </Fact>
      <Fact label={invoice.status === 'draft' ? 'Created' : 'Issued'}>
        <DateText value={invoice.createdAt} format={formatDay} full={formatLongDay} />
      </Fact>
      <Fact label="Due">
        <DateText value={invoice.dueDate} format={formatDay} full={formatLongDay} />
      </Fact>
      {paidOn(invoice) && (
        <Fact label="Paid on">
          <DateText value={paidOn(invoice)} format={formatDay} full={formatLongDay} />
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
      {formatDay(periodStart)} to {formatLastDay(periodEnd)}
    </Fact>
  )

const Amounts = ({ status, amount, vat, paidAmount, creditedAmount, balance }: InvoiceDetail) => (
  <dl aria-label="Amounts" className="grid gap-1.5 rounded-md bg-sunken px-3 py-2.5">
    {vat && (
      <>
        <Figure name="Total excluding VAT">
          <Rand amount={toAmount(toCents(amount) - toCents(vat.amount))} />
        </Figure>
        <Figure name={`VAT ${vat.percent}%`}>
          <Rand amount={vat.amount} />
        </Figure>
      </>
    )}
    <Figure name="Total">
      <Rand amount={amount} />
    </Figure>
    {toCents(paidAmount) > 0 && (
      <Figure name="Paid">
        <Rand amount={`-${paidAmount}`} />
      </Figure>
    )}
    {toCents(creditedAmount) > 0 && (
      <Figure name="Credited">
        <Rand amount={`-${creditedAmount}`} />
      </Figure>
    )}
    {isCounted({ status }) && (
      <Figure name="Balance">
        <span className="text-base font-semibold">
          <Rand amount={balance} />
        </span>
      </Figure>
    )}
  </dl>
)

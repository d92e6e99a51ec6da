import { isOutstanding, isPartlyPaid, type Invoice } from '#contract/billing/invoices.ts'
import { shownStatus, type Billing, type Subscription } from '#contract/billing/subscriptions.ts'
import { formatDate, formatLongDate } from '#contract/dates.ts'
import { showInvoice } from '#web/billing/invoices/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'

const SHOWN = 3

type Props = Pick<Billing, 'invoices'> & { subscription: Subscription }

export function OpenInvoices({ subscription, invoices }: Props) {
  if (!isWaiting[shownStatus(subscription, 'overdue')]) return null
  const open = invoices.filter(isOutstanding).toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))
  if (open.length === 0) return null
  return (
    <ul aria-label="Open invoices" className="divide-y rounded-xl border bg-card shadow-card">
      {open.slice(0, SHOWN).map((invoice) => (
        <OpenInvoice key={invoice.id} {...invoice} />
      ))}
    </ul>
  )
}

const isWaiting = { active: false, canceled: false, trial: false, overdue: true, past_due: true, unpaid: true }

const OpenInvoice = (invoice: Invoice) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
    <span className="min-w-0 wrap-anywhere">
      <span className="font-medium">{invoice.invoiceNumber}</span>: <Rand amount={invoice.balance} />
      {isPartlyPaid(invoice) && ` of R${invoice.amount}`} to pay, due{' '}
      <DateText value={invoice.dueDate} format={formatDate} full={formatLongDate} />
    </span>
    <Button size="small" aria-label={`View invoice ${invoice.invoiceNumber}`} onClick={() => showInvoice(invoice.id)}>
      View Invoice
    </Button>
  </li>
)

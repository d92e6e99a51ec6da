import { isCreditedInFull, hasNothingDue, isPartlyPaid, type Invoice } from '#contract/billing/invoices.ts'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { formatDay, formatDayMonth, formatLongDay } from '#web/app/words/business-days.ts'
import { DownloadLink } from '#web/ui/button/download-link.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { invoiceFile, invoiceBadge } from '../invoice-words.ts'

export const invoiceColumns: Column<Invoice>[] = [
  {
    key: 'invoice',
    header: 'Invoice',
    phone: 'title',
    cell: ({ id, createdAt, invoiceNumber }) => (
      <OpenLink opens={{ invoice: id }} className="group block max-w-full">
        <span className="block font-medium group-hover:underline">{formatDayMonth(createdAt)}</span>
        <Truncate text={invoiceNumber} className="font-normal text-fg2 max-sm:hidden" />
      </OpenLink>
    ),
  },
  { key: 'status', header: 'Status', phone: 'status', cell: (invoice) => <Badge {...invoiceBadge(invoice)} /> },
  { key: 'date', header: 'Date', phone: 'line', cell: (invoice) => <PaidOrDue {...invoice} /> },
  { key: 'amount', header: 'Amount', align: 'end', phone: 'note', cell: (invoice) => <InvoiceAmount {...invoice} /> },
  {
    key: 'download',
    header: 'PDF',
    align: 'end',
    phone: 'hidden',
    width: '4rem',
    cell: (invoice) => <DownloadLink {...invoiceFile(invoice)} />,
  },
]

function PaidOrDue(invoice: Invoice) {
  const { paidAt, dueDate } = invoice
  if (isCreditedInFull(invoice)) return <span className="text-fg2">Credited in full</span>
  if (!paidAt && hasNothingDue(invoice)) return <span className="text-fg2">Nothing due</span>
  return paidAt ? (
    <time dateTime={paidAt} title={formatLongDay(paidAt)} className="whitespace-nowrap">
      Paid on {formatDay(paidAt)}
    </time>
  ) : (
    <time dateTime={dueDate} className="whitespace-nowrap">
      Due {formatDay(dueDate)}
    </time>
  )
}

/** Shows the amount, and the balance if a part is paid. */
export const InvoiceAmount = (invoice: Invoice) => (
  <span>
    <Rand amount={invoice.amount} />
    {isPartlyPaid(invoice) && (
      <span className="block text-xs whitespace-nowrap text-fg2">
        <Rand amount={invoice.balance} /> left
      </span>
    )}
  </span>
)

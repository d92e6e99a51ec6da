import { Link } from 'wouter'
import { paidOn, type Invoice } from '#contract/billing/invoices.ts'
import { links } from '#web/app/links.ts'
import { formatDay, formatLongDay } from '#web/app/words/business-days.ts'
import { DownloadLink } from '#web/ui/button/download-link.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { InvoiceNumber } from '../drawer/opened-invoice.tsx'
import { invoiceFile, invoiceBadge } from '../invoice-words.ts'
import { MarkOverdue, MarkPaid } from '../status/mark-invoice.tsx'
import { StatusSelect } from '../status/status-select.tsx'
import { InvoiceAmount } from './invoice-columns.tsx'

const number: Column<Invoice> = {
  key: 'number',
  header: 'Invoice #',
  grow: 50,
  phone: 'title',
  cell: (invoice) => (
    <span className="flex flex-wrap items-center gap-1.5">
      <InvoiceNumber {...invoice} />
      {invoice.hasProof && <Badge tone="info">Proof of payment</Badge>}
    </span>
  ),
}
const amount: Column<Invoice> = {
  key: 'amount',
  header: 'Amount',
  align: 'end',
  cell: (invoice) => <InvoiceAmount {...invoice} />,
}
const dueDate: Column<Invoice> = {
  key: 'dueDate',
  header: 'Due Date',
  cell: (row) => <DateText value={row.dueDate} format={formatDay} full={formatLongDay} />,
}

/** For all organizations: with the buttons 'Paid' and 'Overdue'. */
export const adminInvoiceColumns: Column<Invoice>[] = [
  number,
  {
    key: 'organization',
    header: 'Organization',
    phone: 'line',
    grow: 50,
    cell: ({ organizationId, organizationName, dueDate: day }) => (
      <span className="block min-w-0">
        <Link href={links.customer(organizationId)} className="block hover:underline">
          <Truncate text={organizationName} />
        </Link>
        <span className="block text-fg2 sm:hidden">Due {formatDay(day)}</span>
      </span>
    ),
  },
  { ...amount, phone: 'note' },
  { ...dueDate, phone: 'hidden' },
  { key: 'status', header: 'Status', phone: 'status', cell: (invoice) => <Badge {...invoiceBadge(invoice)} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'bare',
    width: '12.5rem',
    cell: (invoice) => <Actions invoice={invoice} />,
  },
]

/** For one organization: with a select for any status. */
export const organizationInvoiceColumns: Column<Invoice>[] = [
  number,
  amount,
  dueDate,
  {
    key: 'paidAt',
    header: 'Paid',
    cell: (invoice) => <DateText value={paidOn(invoice)} format={formatDay} full={formatLongDay} />,
  },
  { key: 'status', header: 'Status', width: '11rem', cell: (invoice) => <StatusSelect invoice={invoice} /> },
  {
    key: 'download',
    header: 'PDF',
    align: 'end',
    phone: 'bare',
    width: '4rem',
    cell: (row) => <DownloadLink {...invoiceFile(row)} />,
  },
]

const Actions = ({ invoice }: { invoice: Invoice }) => (
  <span className="flex justify-end gap-1.5">
    <MarkPaid invoice={invoice} />
    <MarkOverdue invoice={invoice} />
    <DownloadLink {...invoiceFile(invoice)} />
  </span>
)

import { ReceiptText } from 'lucide-react'
import { Link } from 'wouter'
import { DETAIL_ROWS, type OrganizationBilling } from '#contract/operations/organizations.ts'
import { links } from '#web/app/links.ts'
import { formatDay, formatLongDay } from '#web/app/words/business-days.ts'
import { invoiceBadge, invoiceFile } from '#web/billing/invoices/invoice-words.ts'
import { InvoiceAmount, InvoiceNumber, NO_INVOICES_OF_ORGANIZATION } from '#web/billing/invoices/parts.tsx'
import { buttonClass } from '#web/ui/button/button.tsx'
import { DownloadLink } from '#web/ui/button/download-link.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import type { TabProps } from '../organization-action.ts'

type BilledInvoice = OrganizationBilling['invoices'][number]

export const InvoicesTab = ({ billing: { organization, invoices } }: Pick<TabProps, 'billing'>) => (
  <Card
    title="Invoices"
    description={invoices.length === DETAIL_ROWS && `The newest ${DETAIL_ROWS}`}
    actions={
      invoices.length > 0 && (
        <Link href={links.invoicesOf(organization.id)} className={buttonClass({ size: 'small' })}>
          View All Invoices
        </Link>
      )
    }
    flush
  >
    <Table
      label="List of invoices"
      rows={invoices}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<Empty icon={ReceiptText}>{NO_INVOICES_OF_ORGANIZATION}</Empty>}
    />
  </Card>
)

const columns: Column<BilledInvoice>[] = [
  { key: 'invoice', header: 'Invoice', phone: 'title', cell: (invoice) => <NumberAndItems {...invoice} /> },
  {
    key: 'issued',
    header: 'Issued',
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDay} full={formatLongDay} />,
  },
  {
    key: 'due',
    header: 'Due',
    cell: ({ dueDate }) => <DateText value={dueDate} format={formatDay} full={formatLongDay} />,
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: (invoice) => <InvoiceAmount {...invoice} /> },
  { key: 'status', header: 'Status', cell: (invoice) => <Badge {...invoiceBadge(invoice)} /> },
  {
    key: 'download',
    header: 'PDF',
    align: 'end',
    phone: 'bare',
    width: '4rem',
    cell: (invoice) => <DownloadLink {...invoiceFile(invoice)} />,
  },
]

const NumberAndItems = ({ id, invoiceNumber, items }: BilledInvoice) => (
  <span className="block min-w-0">
    <InvoiceNumber id={id} invoiceNumber={invoiceNumber} />
    {items.map(({ description, amount }, place) => (
      <span key={place} className="block max-w-md font-normal break-words text-fg2">
        {description} · <Rand amount={amount} />
      </span>
    ))}
  </span>
)

import { ReceiptText } from 'lucide-react'
import type { CustomerInvoice } from '#contract/operations/customers.ts'
import { formatDay, formatLongDay } from '#web/app/words/business-days.ts'
import { statusBadge } from '#web/billing/invoices/invoice-words.ts'
import { InvoiceNumber, OpenedInvoice, NO_INVOICES_OF_ORGANIZATION } from '#web/billing/invoices/parts.tsx'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { useCustomerInvoices } from '../api.ts'
import { PagedTable } from '../paged-table.tsx'

export function InvoicesTab({ id }: { id: string }) {
  const isAdmin = useIsAdmin()
  return (
    <Card title="Invoices" flush>
      <PagedTable
        label="List of Invoices"
        pages={useCustomerInvoices(id)}
        shows={id}
        columns={columnsFor(isAdmin)}
        nouns={['invoice', 'invoices']}
        empty={<Empty icon={ReceiptText}>{NO_INVOICES_OF_ORGANIZATION}</Empty>}
      />
      {isAdmin && <OpenedInvoice />}
    </Card>
  )
}

const columnsFor = (isAdmin: boolean): Column<CustomerInvoice>[] => [
  {
    key: 'number',
    header: 'Invoice #',
    phone: 'title',
    cell: (invoice) => (isAdmin ? <InvoiceNumber {...invoice} /> : invoice.invoiceNumber),
  },
  {
    key: 'createdAt',
    header: 'Created',
    phone: 'line',
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDay} full={formatLongDay} />,
  },
  { key: 'amount', header: 'Amount', align: 'end', phone: 'note', cell: ({ amount }) => <Rand amount={amount} /> },
  { key: 'status', header: 'Status', phone: 'status', cell: (invoice) => <Badge {...statusBadge(invoice)} /> },
]

import { ReceiptText } from 'lucide-react'
import { InvoiceStatus } from '#contract/billing/invoices.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useAllInvoices } from '../admin-api.ts'
import { isNarrowed, MoreFilters, NO_FILTER, useAdminFilter } from './admin-filters.tsx'
import { adminInvoiceColumns, organizationInvoiceColumns } from './admin-invoice-columns.tsx'
import { InvoiceFilters, InvoiceList, NothingFound } from './invoice-list.tsx'

export function AdminInvoices() {
  const filter = useAdminFilter()
  return (
    <Card
      title="All Invoices"
      flush
      actions={
        <InvoiceFilters
          placeholder="Number, organization or note"
          statuses={InvoiceStatus.options}
          status={filter.status}
        />
      }
    >
      <MoreFilters filter={filter} />
      <InvoiceList
        label="List of all invoices"
        pages={useAllInvoices(filter)}
        shows={filter}
        columns={adminInvoiceColumns}
        boxed
        empty={isNarrowed(filter) ? <NothingFound clears={NO_FILTER} /> : <NoInvoices />}
      />
    </Card>
  )
}

const NoInvoices = () => <Empty icon={ReceiptText}>No invoices found</Empty>

export const OrganizationInvoices = ({ organizationId }: { organizationId: string }) => (
  <InvoiceList
    label="List of the organization’s invoices"
    pages={useAllInvoices({ organizationId })}
    shows={{ organizationId }}
    columns={organizationInvoiceColumns}
    empty={<NoInvoices />}
  />
)

import { useEverybodysInvoices } from '../admin-api.ts'
import { organizationInvoiceColumns } from './admin-invoice-columns.tsx'
import { NoInvoices } from './admin-invoices.tsx'
import { InvoiceList } from './invoice-list.tsx'

/** Drafts too, for admins. */
export const OrganizationInvoices = ({ organizationId }: { organizationId: string }) => (
  <InvoiceList
    label="List of the organization’s invoices"
    pages={useEverybodysInvoices({ organizationId })}
    shows={{ organizationId }}
    columns={organizationInvoiceColumns}
    empty={<NoInvoices />}
  />
)

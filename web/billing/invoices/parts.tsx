import { ReceiptText } from 'lucide-react'
import type { Billing } from '#contract/billing/subscriptions.ts'
import { toCents } from '#contract/money.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonRows, TableSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import { invoiceColumns } from './list/invoice-columns.tsx'
import { showInvoice } from './show-invoice.ts'

export { BankDetails, CopyBankDetails, HowToPay } from './drawer/how-to-pay.tsx'
export { InvoiceAmount } from './list/invoice-columns.tsx'
export { InvoiceNumber } from './drawer/opened-invoice.tsx'
export { OpenedInvoice } from './drawer/opened-invoice.tsx'
export { PausedBadge } from './reminders/paused-badge.tsx'
export { showInvoice } from './show-invoice.ts'
export { ESTIMATE, UpcomingFacts } from './upcoming-facts.tsx'

export const NO_INVOICES_OF_ORGANIZATION = 'No invoices found for this organization.'

const AllInvoices = onDemand(async () => (await import('./list/all-invoices.tsx')).AllInvoices, <SkeletonRows />)

export const NextInvoicePreview = onDemand(async () => (await import('./next-invoice-preview.tsx')).NextInvoicePreview)

export const InvoiceDrawer = onDemand(async () => (await import('./drawer/invoice-drawer.tsx')).InvoiceDrawer)

export const AdminInvoices = onDemand(
  async () => (await import('./list/admin-invoices.tsx')).AdminInvoices,
  <Card>
    <TableSkeleton />
  </Card>,
)
export const OrganizationInvoices = onDemand(
  async () => (await import('./list/admin-invoices.tsx')).OrganizationInvoices,
  <SkeletonRows />,
)
export const RefundDialog = onDemand(async () => (await import('./payments/refund-dialog.tsx')).RefundDialog)
export const UploadInvoiceDialog = onDemand(
  async () => (await import('./upload/upload-dialogs.tsx')).UploadInvoiceDialog,
)
export const SendInvoiceDialog = onDemand(async () => (await import('./upload/upload-dialogs.tsx')).SendInvoiceDialog)

const NEWEST = 6

type Props = Pick<Billing, 'invoices' | 'invoiceCount' | 'outstanding'>

/** Shows the newest invoices; ?invoices=all shows all of them. */
export function BillingHistory({ invoices, invoiceCount, outstanding }: Props) {
  const [shown] = useUrlState('invoices')
  const isAll = shown === 'all' && invoiceCount > 0
  return (
    <Card
      title="Billing History"
      description={
        toCents(outstanding) > 0 && (
          <span className="font-medium text-fg">
            <Rand amount={outstanding} /> outstanding
          </span>
        )
      }
      actions={invoiceCount > 0 && <AllOrNewest isAll={isAll} />}
      flush
    >
      {isAll ? <AllInvoices /> : <Newest invoices={invoices} />}
    </Card>
  )
}

const AllOrNewest = ({ isAll }: { isAll: boolean }) =>
  isAll ? (
    <Button size="small" onClick={() => setUrl({ invoices: null, search: null, status: null }, { replace: false })}>
      Show Newest Only
    </Button>
  ) : (
    <Button size="small" {...intent(AllInvoices)} onClick={() => setUrl({ invoices: 'all' }, { replace: false })}>
      View All Invoices
    </Button>
  )

const Newest = ({ invoices }: Pick<Props, 'invoices'>) => (
  <Table
    label="List of invoices"
    rows={invoices.slice(0, NEWEST)}
    columns={invoiceColumns}
    rowKey={({ id }) => id}
    onRowClick={({ id }) => showInvoice(id)}
    empty={<Empty icon={ReceiptText}>No billing history available</Empty>}
  />
)

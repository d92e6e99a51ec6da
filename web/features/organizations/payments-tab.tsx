import { Banknote, CreditCard } from 'lucide-react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { OrganizationBilling } from '#contract/organizations.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { Table } from '#web/ui/table.tsx'
import type { TabProps } from './organization-view.tsx'

type PaymentMethod = OrganizationBilling['paymentMethods'][number]
type BilledInvoice = OrganizationBilling['invoices'][number]

export const PaymentsTab = ({ billing: { paymentMethods, invoices } }: Pick<TabProps, 'billing'>) => (
  <div className="grid gap-5">
    <Card title="Payment Methods" flush>
      <Table
        label="List of payment methods"
        rows={paymentMethods}
        columns={methodColumns}
        rowKey={({ id }) => id}
        empty={<Empty icon={CreditCard}>No payment methods found for this organization.</Empty>}
      />
    </Card>
    <Card title="Payments Received" description="By EFT, one for each paid invoice." flush>
      <Table
        label="List of payments received"
        rows={invoices.filter(({ paidAt }) => paidAt)}
        columns={paymentColumns}
        rowKey={({ id }) => id}
        sort="-date"
        empty={<Empty icon={Banknote}>No payments received yet.</Empty>}
      />
    </Card>
  </div>
)

const methodColumns: Column<PaymentMethod>[] = [
  {
    key: 'type',
    header: 'Type',
    phone: 'title',
    cell: ({ type, isDefault }) => (
      <span className="flex items-center gap-2">
        <span className="capitalize">{type}</span>
        {isDefault && <Badge tone="info">Default</Badge>}
      </span>
    ),
  },
  { key: 'number', header: 'Number', cell: ({ last4 }) => <span className="font-mono">••{last4}</span> },
  { key: 'expiry', header: 'Expires', cell: expiryOf },
]

/** '03/2027' */
function expiryOf({ expiryMonth, expiryYear }: PaymentMethod) {
  return `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`
}

const paymentColumns: Column<BilledInvoice>[] = [
  { key: 'invoice', header: 'Invoice', phone: 'title', cell: ({ invoiceNumber }) => invoiceNumber },
  {
    key: 'date',
    header: 'Paid',
    sortBy: ({ paidAt }) => paidAt,
    cell: ({ paidAt }) => <DateText value={paidAt} format={formatDate} full={formatInstant} />,
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => `R${amount}` },
]

import { CreditCard } from 'lucide-react'
import type { OrganizationBilling } from '#contract/operations/organizations.ts'
import { StatementButtons } from '#web/billing/statements/parts.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import type { TabProps } from '../organization-action.ts'
import { PaymentsCard } from './payments-card.tsx'
import { RemindersCard } from './reminders-card.tsx'

type PaymentMethod = OrganizationBilling['paymentMethods'][number]

export const PaymentsTab = ({ billing, onOpen }: TabProps) => (
  <div className="grid gap-5">
    <div className="grid gap-5 lg:grid-cols-2">
      <Card title="Statement" description="Its account over any days, as a table, PDF or CSV.">
        <StatementButtons organizationId={billing.organization.id} />
      </Card>
      <RemindersCard billing={billing} onOpen={onOpen} />
    </div>
    <PaymentsCard billing={billing} onOpen={onOpen} />
    <Card title="Payment Methods" flush>
      <Table
        label="List of payment methods"
        rows={billing.paymentMethods}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty icon={CreditCard}>No payment methods found for this organization.</Empty>}
      />
    </Card>
  </div>
)

const columns: Column<PaymentMethod>[] = [
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

import { CreditCard } from 'lucide-react'
import type { OrganizationBilling, Organization } from '#contract/operations/organizations.ts'
import { PausedBadge } from '#web/billing/invoices/parts.tsx'
import { StatementButtons } from '#web/billing/statements/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { useResumeReminders } from '../api.ts'
import type { TabProps } from '../organization-action.ts'
import { PaymentsCard } from './payments-card.tsx'

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

const RemindersCard = ({ billing: { organization, remindersPausedUntil: until }, onOpen }: TabProps) => (
  <Card title="Payment Reminders" actions={<Actions organization={organization} until={until} onOpen={onOpen} />}>
    {until ? (
      <PausedBadge until={until} />
    ) : (
      <p className="text-fg2">They go out by mail, before and after the due day of each invoice.</p>
    )}
  </Card>
)

type Props = Pick<TabProps, 'onOpen'> & { organization: Organization; until: string | null }

/** The first button keeps its place, and the focus. */
const Actions = ({ organization, until, onOpen }: Props) => (
  <>
    <Button size="small" onClick={() => onOpen('pause')}>
      {until ? 'Change Day' : 'Pause Reminders'}
    </Button>
    {until && <Resume organization={organization} until={until} />}
  </>
)

function Resume({ organization, until }: { organization: Organization; until: string }) {
  const { mutate, isPending } = useResumeReminders(organization)
  const params = { id: organization.id }
  return (
    <Button
      size="small"
      isPending={isPending}
      onClick={() => mutate({ params, body: { pausedUntil: null } }, () => ({ params, body: { pausedUntil: until } }))}
    >
      Resume Reminders
    </Button>
  )
}

import { CircleCheck, Hourglass, ReceiptText } from 'lucide-react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { canReactivate, type Organization, type OrganizationBilling } from '#contract/operations/organizations.ts'
import { LicenseRequestQueue } from '#web/licensing/license-requests/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { StatCard } from '#web/ui/page/stat-card.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Rand } from '#web/ui/text/rand.tsx'
import type { TabProps } from '../organization-action.ts'
import { StatusCell } from '../status-cell.tsx'
import { SuspensionAlert } from './suspension-alert.tsx'

export const OverviewTab = ({ billing: { organization, summary, suspension }, onOpen }: TabProps) => (
  <div className="grid gap-5">
    {suspension && <SuspensionAlert {...suspension} />}
    <Totals {...summary} />
    <Card title="Organization Info" actions={<Actions organization={organization} onOpen={onOpen} />}>
      <Info {...organization} />
    </Card>
    <LicenseRequestQueue organizationId={organization.id} />
  </div>
)

const Totals = (summary: OrganizationBilling['summary']) => (
  <div className="grid gap-4 sm:grid-cols-3">
    <StatCard label="Total Invoiced" icon={ReceiptText} value={<Rand amount={summary.totalInvoiced} />} />
    <StatCard
      label="Total Paid"
      icon={CircleCheck}
      value={<Rand amount={summary.totalPaid} />}
      caption={`${summary.paidInvoiceCount} of ${summary.invoiceCount} invoices paid`}
    />
    <StatCard label="Outstanding" icon={Hourglass} value={<Rand amount={summary.totalOutstanding} />} />
  </div>
)

/** One element for both, so that the focus stays after suspending. */
const Actions = ({ organization, onOpen }: { organization: Organization; onOpen: TabProps['onOpen'] }) => (
  <>
    <Button size="small" onClick={() => onOpen('edit')}>
      Edit
    </Button>
    <Button size="small" onClick={() => onOpen(canReactivate(organization) ? 'reactivate' : 'suspend')}>
      {canReactivate(organization) ? 'Reactivate' : 'Suspend'}
    </Button>
  </>
)

const Info = (organization: Organization) => (
  <dl className="grid gap-4 sm:grid-cols-3">
    <Fact label="Contact email">
      <a href={`mailto:${organization.contactEmail}`} className="text-accent underline-offset-4 hover:underline">
        {organization.contactEmail}
      </a>
    </Fact>
    <Fact label="Phone">{organization.phone ?? '—'}</Fact>
    <Fact label="Address">
      <span className="whitespace-pre-line">{organization.address ?? '—'}</span>
    </Fact>
    <Fact label="Status">
      <StatusCell {...organization} />
    </Fact>
    <Fact label="Created">
      <DateText value={organization.createdAt} format={formatDate} full={formatInstant} />
    </Fact>
    <Fact label="Last updated">
      <DateText value={organization.updatedAt} format={formatDate} full={formatInstant} />
    </Fact>
  </dl>
)

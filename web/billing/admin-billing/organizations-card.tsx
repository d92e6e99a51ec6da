import { SearchX } from 'lucide-react'
import { toCents } from '#contract/money.ts'
import { isWanted, type Organization } from '#contract/operations/organizations.ts'
import { countOf } from '#contract/quantities.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { UploadInvoiceDialog } from '#web/billing/invoices/parts.tsx'
import { useOrganizations } from '#web/identity/organization-list/api.ts'
import { OrganizationSearch, NO_ORGANIZATION_FOUND } from '#web/identity/organization-list/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { monthlyPrice } from './api.ts'

const PricingDialog = onDemand(async () => (await import('./pricing-dialog.tsx')).PricingDialog)

export function AdminOrganizations() {
  const organizations = useOrganizations()
  const [search, setSearch] = useUrlState('organization')
  return (
    <Card title="Organizations" flush actions={<OrganizationSearch value={search} onChange={setSearch} />}>
      <Loaded query={organizations} failure="Failed to fetch organizations">
        {(all) => <List all={all} search={search} onClear={() => setSearch('')} />}
      </Loaded>
    </Card>
  )
}

type ListProps = { all: Organization[]; search: string; onClear: () => void }

function List({ all, search, onClear }: ListProps) {
  const [pricing, setPricing] = useUrlState('pricing', { push: true })
  const [uploadFor, setUploadFor] = useUrlState('upload', { push: true })
  const find = (wanted: string) => all.find(({ id }) => id === wanted)
  const [priced, billed] = [find(pricing), find(uploadFor)]
  const rows = all.filter(isWanted({ search }))
  return (
    <>
      <Table
        label="List of organizations"
        rows={rows}
        columns={adminOrganizationColumns({ onPrice: setPricing, onUpload: setUploadFor })}
        rowKey={({ id }) => id}
        boxed
        empty={search ? <NothingFound onClear={onClear} /> : <Empty>No organizations found</Empty>}
        footer={countOf(rows.length, 'organization')}
      />
      {priced && <PricingDialog organization={priced} onClose={() => setPricing('')} />}
      {billed && <UploadInvoiceDialog organization={billed} onClose={() => setUploadFor('')} />}
    </>
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <Empty icon={SearchX} action={<Button onClick={onClear}>Clear search</Button>}>
    {NO_ORGANIZATION_FOUND}
  </Empty>
)

type Choices = { onPrice: (id: string) => void; onUpload: (id: string) => void }

const adminOrganizationColumns = (choices: Choices): Column<Organization>[] => [
  {
    key: 'name',
    header: 'Organization',
    grow: 55,
    phone: 'title',
    sortBy: ({ name }) => name,
    cell: (organization) => <NameAndId {...organization} />,
  },
  {
    key: 'contact',
    header: 'Contact',
    grow: 45,
    phone: 'line',
    sortBy: ({ contactEmail }) => contactEmail,
    cell: (organization) => <Contact {...organization} />,
  },
  {
    key: 'licenses',
    header: 'Licenses',
    phone: 'hidden',
    align: 'end',
    sortBy: ({ numberOfLicenses }) => numberOfLicenses,
    cell: ({ numberOfLicenses }) => numberOfLicenses,
  },
  {
    key: 'price',
    header: 'Monthly Price',
    phone: 'note',
    align: 'end',
    sortBy: ({ twelveMonthValue }) => toCents(twelveMonthValue),
    cell: (organization) =>
      organization.isTrial ? (
        'Free trial'
      ) : (
        <span>
          {monthlyPrice(organization.twelveMonthValue)}
          <span className="sm:hidden"> a month</span>
        </span>
      ),
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'status',
    sortBy: ({ isActive }) => Number(!isActive),
    cell: ({ isActive }) => (isActive ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'bare',
    cell: (organization) => <Actions organization={organization} {...choices} />,
  },
]

const ID_SHOWN = 8

const NameAndId = ({ id, name }: Organization) => (
  <span className="block min-w-0">
    <Truncate text={name} className="font-medium" />
    <span title={id} className="font-mono text-xs font-normal text-fg2">
      {id.slice(0, ID_SHOWN)}…
    </span>
  </span>
)

const Contact = ({ contactEmail, phone }: Organization) => (
  <span className="block min-w-0">
    <Truncate text={contactEmail} />
    {phone && <span className="block text-fg2">{phone}</span>}
  </span>
)

const Actions = ({ organization, onPrice, onUpload }: Choices & { organization: Organization }) => (
  <span className="flex justify-end gap-1.5">
    {!organization.isTrial && (
      <Button size="small" aria-label={`Edit Pricing of ${organization.name}`} onClick={() => onPrice(organization.id)}>
        Edit Pricing
      </Button>
    )}
    <Button
      size="small"
      aria-label={`Upload Invoice for ${organization.name}`}
      onClick={() => onUpload(organization.id)}
    >
      Upload Invoice
    </Button>
  </span>
)

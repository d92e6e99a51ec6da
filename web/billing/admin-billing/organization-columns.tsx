import { toCents } from '#contract/money.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { monthlyPrice } from './api.ts'

/** Both are told the organization's id. */
type Choices = { onPrice: (id: string) => void; onUpload: (id: string) => void }

export const adminOrganizationColumns = (choices: Choices): Column<Organization>[] => [
  {
    key: 'name',
    header: 'Organization',
    phone: 'title',
    sortBy: ({ name }) => name,
    cell: (organization) => <NameAndId {...organization} />,
  },
  {
    key: 'contact',
    header: 'Contact',
    sortBy: ({ contactEmail }) => contactEmail,
    cell: (organization) => <Contact {...organization} />,
  },
  {
    key: 'licenses',
    header: 'Licenses',
    align: 'end',
    sortBy: ({ numberOfLicenses }) => numberOfLicenses,
    cell: ({ numberOfLicenses }) => numberOfLicenses,
  },
  {
    key: 'price',
    header: 'Monthly Price',
    align: 'end',
    sortBy: ({ twelveMonthValue }) => toCents(twelveMonthValue),
    cell: ({ twelveMonthValue }) => monthlyPrice(twelveMonthValue),
  },
  {
    key: 'status',
    header: 'Status',
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

const Actions = ({ organization: { id, name }, onPrice, onUpload }: Choices & { organization: Organization }) => (
  <span className="flex justify-end gap-1.5">
    <Button size="small" aria-label={`Edit Pricing of ${name}`} onClick={() => onPrice(id)}>
      Edit Pricing
    </Button>
    <Button size="small" aria-label={`Upload Invoice for ${name}`} onClick={() => onUpload(id)}>
      Upload Invoice
    </Button>
  </span>
)

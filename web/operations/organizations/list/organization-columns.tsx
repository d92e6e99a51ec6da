import { formatDate, formatInstant } from '#contract/dates.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import type { OnOpen } from '../organization-action.ts'
import { Standing } from '../standing.tsx'
import { OrganizationActions } from './organization-actions.tsx'

export const organizationColumns = (onOpen: OnOpen): Column<Organization>[] => [
  ...facts,
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'bare',
    cell: (organization) => <OrganizationActions organization={organization} onOpen={onOpen} />,
  },
]

const facts: Column<Organization>[] = [
  {
    key: 'name',
    header: 'Organization',
    phone: 'title',
    sortBy: ({ name }) => name,
    cell: ({ name }) => <Name name={name} />,
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
    key: 'billing',
    header: 'Billing',
    sortBy: ({ billingType }) => billingType,
    cell: ({ billingType }) => <span className="capitalize">{billingType}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    sortBy: ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
    cell: (organization) => <Standing {...organization} />,
  },
  { key: 'createdAt', header: 'Created', sortBy: ({ createdAt }) => createdAt, cell: day('createdAt') },
  { key: 'updatedAt', header: 'Last Updated', sortBy: ({ updatedAt }) => updatedAt, cell: day('updatedAt') },
]

function day(field: 'createdAt' | 'updatedAt') {
  return (organization: Organization) => (
    <DateText value={organization[field]} format={formatDate} full={formatInstant} />
  )
}

/** Eight columns have to fit beside the navigation. */
const Name = ({ name }: Pick<Organization, 'name'>) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={name} />
    <span className="block max-w-36">
      <Truncate text={name} className="font-medium" />
    </span>
  </span>
)

const Contact = ({ contactEmail, phone }: Pick<Organization, 'contactEmail' | 'phone'>) => (
  <span className="block max-w-36">
    <Truncate text={contactEmail} />
    {phone && <span className="block text-fg2">{phone}</span>}
  </span>
)

import { CirclePlus } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { canSubscribe, type Organization } from '#contract/organizations.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { sortRows, type Column } from '#web/ui/table-columns.ts'
import { Table } from '#web/ui/table.tsx'
import { Truncate } from '#web/ui/truncate.tsx'

const PAGE_SIZE = 20

const columns: Column<Organization>[] = [
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
    cell: (organization) => <Contact organization={organization} />,
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
    cell: ({ isActive }) => (isActive ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>),
  },
  { key: 'createdAt', header: 'Created', sortBy: ({ createdAt }) => createdAt, cell: day('createdAt') },
  { key: 'updatedAt', header: 'Last Updated', sortBy: ({ updatedAt }) => updatedAt, cell: day('updatedAt') },
]

function day(field: 'createdAt' | 'updatedAt') {
  return (organization: Organization) => (
    <DateText value={organization[field]} format={formatDate} full={formatInstant} />
  )
}

type Props = {
  organizations: Organization[]
  isNarrowed: boolean
  onSubscribe: (organization: Organization) => void
}

export function OrganizationsTable({ organizations, isNarrowed, onSubscribe }: Props) {
  const [sort, setSort] = useState('-createdAt')
  const { page, pages, setPage } = usePage(organizations.length)
  const sorted = sortRows(organizations, columns, sort)
  const actions = (organization: Organization) =>
    canSubscribe(organization)
      ? [{ label: 'Create Subscription', icon: CirclePlus, onSelect: () => onSubscribe(organization) }]
      : []

  return (
    <>
      <Table
        label="Organizations"
        rows={sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        columns={columns}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={setSort}
        actions={actions}
        rowName={({ name }) => name}
        empty={<Empty>{isNarrowed ? 'No organizations found matching your search.' : 'No organizations found'}</Empty>}
        footer={organizations.length === 1 ? '1 organization' : `${organizations.length} organizations`}
      />
      <Pager page={page} pages={pages} onPage={setPage} />
    </>
  )
}

/** The page is in the address; one that does not exist is the nearest that does. */
function usePage(rows: number) {
  const [wanted, setWanted] = useUrlState('page', { fallback: '1', push: true })
  const pages = Math.max(Math.ceil(rows / PAGE_SIZE), 1)
  const page = Math.min(Math.max(Math.trunc(Number(wanted)) || 1, 1), pages)
  return { page, pages, setPage: (next: number) => setWanted(String(next)) }
}

/** Eight columns have to fit beside the navigation. */
const Name = ({ name }: { name: string }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={name} />
    <span className="block max-w-40">
      <Truncate text={name} className="font-medium" />
    </span>
  </span>
)

const Contact = ({ organization: { contactEmail, phone } }: { organization: Organization }) => (
  <span className="block max-w-40">
    <Truncate text={contactEmail} />
    {phone && <span className="block text-fg2">{phone}</span>}
  </span>
)

import { Building2, SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { Organization } from '#contract/operations/organizations.ts'
import { countOf } from '#contract/quantities.ts'
import { links } from '#web/app/links.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { NO_ORGANIZATION_FOUND } from '#web/identity/organization-list/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Pager } from '#web/ui/table/pager.tsx'
import { sortRows, type Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import type { OnOpen } from '../organization-action.ts'
import { StatusCell } from '../status-cell.tsx'
import { view, OrganizationActions } from './organization-actions.tsx'
import { NO_FILTER } from './organization-filter.ts'

const PAGE_SIZE = 20

type Props = { organizations: Organization[]; isNarrowed: boolean; onOpen: OnOpen }

export function OrganizationsTable({ organizations, isNarrowed, onOpen }: Props) {
  const [sort, setSort] = useUrlState('sort', { fallback: '-createdAt', resets: ['page'] })
  const { page, pages, setPage } = usePage(organizations.length)
  const columns = organizationColumns(onOpen)
  const sorted = sortRows(organizations, columns, sort)

  return (
    <>
      <Table
        label="Organizations"
        rows={sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        columns={columns}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={setSort}
        onRowClick={view}
        empty={isNarrowed ? <NothingFound /> : <NoCustomers />}
        footer={countOf(organizations.length, 'organization')}
      />
      <Pager page={page} pages={pages} onPage={setPage} />
    </>
  )
}

/** The page number is in the address. A missing page shows the nearest one. */
function usePage(rows: number) {
  const [wanted, setWanted] = useUrlState('page', { fallback: '1', push: true })
  const pages = Math.max(Math.ceil(rows / PAGE_SIZE), 1)
  const page = Math.min(Math.max(Math.trunc(Number(wanted)) || 1, 1), pages)
  return { page, pages, setPage: (next: number) => setWanted(String(next)) }
}

const NoCustomers = () => (
  <Empty icon={Building2} action={<SignUpAddress />}>
    No organizations found
  </Empty>
)

function SignUpAddress() {
  const address = `${location.origin}/signup`
  return (
    <div className="text-[13px] text-fg2">
      <p>Customers sign up here, and you approve them under Users:</p>
      <p className="flex items-center justify-center gap-1">
        <code className="font-mono break-all">{address}</code>
        <CopyButton
          value={address}
          label="Copy address"
          onCopied={() => showCopied('Address')}
          onFailed={showCopyFailed}
        />
      </p>
    </div>
  )
}

const NothingFound = () => (
  <Empty icon={SearchX} action={<Button onClick={() => setUrl(NO_FILTER)}>Clear search and filter</Button>}>
    {NO_ORGANIZATION_FOUND}
  </Empty>
)

const organizationColumns = (onOpen: OnOpen): Column<Organization>[] => [
  ...facts,
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'menu',
    cell: (organization) => <OrganizationActions organization={organization} onOpen={onOpen} />,
  },
]

const facts: Column<Organization>[] = [
  {
    key: 'name',
    header: 'Organization',
    grow: 60,
    phone: 'title',
    sortBy: ({ name }) => name,
    cell: (organization) => <Name {...organization} />,
  },
  {
    key: 'contact',
    header: 'Contact',
    grow: 40,
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
    key: 'billing',
    header: 'Billing',
    phone: 'hidden',
    sortBy: ({ billingType }) => billingType,
    cell: ({ billingType }) => <span className="capitalize">{billingType}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'status',
    width: '9rem',
    sortBy: ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
    cell: (organization) => <StatusCell {...organization} />,
  },
  {
    key: 'createdAt',
    header: 'Created',
    phone: 'hidden',
    sortBy: ({ createdAt }) => createdAt,
    cell: day('createdAt'),
  },
  {
    key: 'updatedAt',
    header: 'Last Updated',
    phone: 'hidden',
    sortBy: ({ updatedAt }) => updatedAt,
    cell: day('updatedAt'),
  },
]

function day(field: 'createdAt' | 'updatedAt') {
  return (organization: Organization) => (
    <DateText value={organization[field]} format={formatDate} full={formatInstant} />
  )
}

const Name = ({ id, name }: Pick<Organization, 'id' | 'name'>) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={name} />
    <Link href={links.customer(id)} title={name} className="block min-w-0 truncate font-medium hover:underline">
      {name}
    </Link>
  </span>
)

const Contact = ({ contactEmail, phone, numberOfLicenses }: Organization) => (
  <span className="block min-w-0">
    <Truncate text={contactEmail} />
    {phone && <span className="block text-fg2">{phone}</span>}
    <span className="block text-fg2 sm:hidden">{countOf(numberOfLicenses, 'license')}</span>
  </span>
)

import { Building2, SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Customer, CustomerFilter } from '#contract/operations/customers.ts'
import { links } from '#web/app/links.ts'
import { UrlSearchBox } from '#web/app/lists/url-search-box.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { namedOptions } from '#web/app/words/named-options.ts'
import { billingBadge, billingStatuses } from '#web/operations/organizations/billing-badge.ts'
import { useAssignees } from '#web/support/tickets/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Select, type Option } from '#web/ui/form/select.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Page } from '#web/ui/page/page.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { useCustomerFilter, useCustomers, useCustomerTags } from './api.ts'
import { customerBadge, statusOptions } from './customer-words.ts'
import { TagList } from './tag-list.tsx'
import { PagedTable } from './paged-table.tsx'

export function CustomersPage() {
  const filter = useCustomerFilter()
  const isNarrowed = Object.values(filter).some(Boolean)
  return (
    <Page {...HEADINGS['/customers']}>
      <Card flush>
        <Filters filter={filter} />
        <PagedTable
          label="List of Customers"
          pages={useCustomers(filter)}
          shows={JSON.stringify(filter)}
          columns={columns}
          onRowClick={({ id }) => navigate(links.customer(id))}
          nouns={['customer', 'customers']}
          empty={isNarrowed ? <NothingFound /> : <Empty icon={Building2}>There are no customers yet.</Empty>}
        />
      </Card>
    </Page>
  )
}

const NO_FILTER = { search: null, status: null, billingStatus: null, tag: null, owner: null }

const NothingFound = () => (
  <Empty icon={SearchX} action={<Button onClick={() => setUrl(NO_FILTER)}>Clear search and filters</Button>}>
    No customers match your search.
  </Empty>
)

const Filters = ({ filter }: { filter: CustomerFilter }) => (
  <div className="grid grid-cols-2 gap-2 p-5 pb-4 sm:flex sm:flex-wrap">
    <UrlSearchBox
      label="Search customers"
      placeholder="Organization, person or email"
      className="max-sm:col-span-2 sm:w-64"
    />
    <Choice label="Billing status" name="billingStatus" options={billingStatuses} value={filter.billingStatus} />
    <Choice label="Status" name="status" options={statusOptions} value={filter.status} />
    <OwnerChoice value={filter.owner} />
    <TagChoice value={filter.tag} />
  </div>
)

function OwnerChoice({ value }: { value: string | undefined }) {
  const { data: staff = [] } = useAssignees()
  return <Choice label="Account owner" name="owner" options={[...owners, ...namedOptions(staff)]} value={value} />
}

const owners = [
  { value: '', label: 'Any owner' },
  { value: 'me', label: 'Owned by me' },
  { value: 'none', label: 'Without an owner' },
]

/** Hidden until there is a tag. */
function TagChoice({ value }: { value: string | undefined }) {
  const { data: tags = [] } = useCustomerTags()
  if (tags.length === 0) return null
  const options = tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` }))
  return <Choice label="Tag" name="tag" options={[{ value: '', label: 'Any tag' }, ...options]} value={value} />
}

type ChoiceProps = { label: string; name: keyof CustomerFilter; options: readonly Option[]; value: string | undefined }

const Choice = ({ label, name, options, value = '' }: ChoiceProps) => (
  <Select
    aria-label={label}
    options={options}
    value={value}
    onChange={(event) => setUrl({ [name]: event.target.value })}
    className="w-full sm:w-40"
  />
)

const columns: Column<Customer>[] = [
  {
    key: 'name',
    header: 'Organization',
    grow: 70,
    phone: 'title',
    cell: ({ id, name, contactEmail }) => (
      <span className="block min-w-0 py-1">
        <Link href={links.customer(id)} data-open title={name} className="block truncate font-medium hover:underline">
          {name}
        </Link>
        <span title={contactEmail} className="block truncate font-normal text-fg2 max-sm:hidden">
          {contactEmail}
        </span>
      </span>
    ),
  },
  {
    key: 'billing',
    header: 'Billing',
    phone: 'status',
    cell: ({ billingStatus }) => <Badge {...billingBadge(billingStatus)} />,
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'hidden',
    cell: ({ status }) => (status === 'active' ? customerBadge(status).children : <Badge {...customerBadge(status)} />),
  },
  {
    key: 'owner',
    header: 'Owner and tags',
    grow: 30,
    phone: 'hidden',
    cell: ({ owner, tags }) => (
      <span className="grid gap-1 py-1">
        {owner?.name ?? <span className="text-fg2">—</span>}
        {tags.length > 0 && <TagList tags={tags} />}
      </span>
    ),
  },
  {
    key: 'seats',
    header: 'Seats used',
    align: 'end',
    phone: 'line',
    cell: ({ seatsUsed, seats }) => (
      <span>
        {seatsUsed.toLocaleString('en-US')} of {seats.toLocaleString('en-US')}
        <span className="sm:hidden"> seats</span>
      </span>
    ),
  },
  {
    key: 'tickets',
    header: 'Open tickets',
    align: 'end',
    phone: 'note',
    cell: ({ openTickets }) => (
      <span>
        {openTickets}
        <span className="sm:hidden"> open</span>
      </span>
    ),
  },
]

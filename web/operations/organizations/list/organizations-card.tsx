import { clsx } from 'clsx'
import { Download, ListFilter } from 'lucide-react'
import { useState } from 'react'
import {
  isWanted,
  organizations,
  type Organization,
  type OrganizationFilter,
} from '#contract/operations/organizations.ts'
import { pathOf } from '#web/app/api/call.ts'
import { useUrlSearch } from '#web/app/lists/url-filter.ts'
import { setUrl } from '#web/app/url-state.ts'
import { billingTypes } from '#web/billing/subscriptions/subscription-words.ts'
import type { useOrganizations } from '#web/identity/organization-list/api.ts'
import { OrganizationSearch } from '#web/identity/organization-list/parts.tsx'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Select, type Option } from '#web/ui/form/select.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { billingStatuses } from '../billing-badge.ts'
import type { Action } from '../organization-action.ts'
import { OrganizationDialog } from '../organization-dialog.tsx'
import { useOrganizationFilter } from './organization-filter.ts'
import { OrganizationsTable } from './organizations-table.tsx'

export function OrganizationsCard({ query }: { query: ReturnType<typeof useOrganizations> }) {
  const filter = useOrganizationFilter()
  const [isFiltering, setFiltering] = useState(isFiltered(filter))
  const tools = (
    <OrganizationTools filter={filter} isFiltering={isFiltering} onFilter={() => setFiltering(!isFiltering)} />
  )
  return (
    <Card title="All Organizations" flush actions={tools}>
      {isFiltering && <OrganizationFilters filter={filter} />}
      <Loaded query={query} failure="Failed to fetch organizations">
        {(all) => <List all={all} wanted={all.filter(isWanted(filter))} />}
      </Loaded>
    </Card>
  )
}

function List({ all, wanted }: { all: Organization[]; wanted: Organization[] }) {
  const [opened, setOpened] = useState<{ action: Action; id: string } | null>(null)
  // The current row, which someone else may have changed while the dialog was open.
  const chosen = all.find(({ id }) => id === opened?.id)
  return (
    <>
      <OrganizationsTable
        organizations={wanted}
        isNarrowed={wanted.length < all.length}
        onOpen={(action, { id }) => setOpened({ action, id })}
      />
      {opened && chosen && (
        <OrganizationDialog action={opened.action} organization={chosen} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

type Props = { filter: OrganizationFilter; isFiltering: boolean; onFilter: () => void }

function OrganizationTools({ filter, isFiltering, onFilter }: Props) {
  const [search, setSearch] = useUrlSearch({ resets: ['page'] })
  const inUse = filtersOf(filter).length
  return (
    <>
      <OrganizationSearch value={search} onChange={setSearch} />
      <Button aria-expanded={isFiltering} onClick={onFilter} className="max-sm:flex-1">
        <ListFilter aria-hidden className={clsx(inUse > 0 && 'text-accent')} />
        Filter
        {inUse > 0 && (
          <span className="rounded-full bg-accent-soft px-1.5 text-xs text-accent">
            {inUse}
            <span className="sr-only"> in use</span>
          </span>
        )}
      </Button>
      <a
        href={pathOf(organizations.export.url, { query: filter })}
        download
        className={buttonClass({}, 'max-sm:flex-1')}
      >
        <Download aria-hidden />
        Export
      </a>
    </>
  )
}

const statuses = [
  { value: '', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

const wantedTypes = [{ value: '', label: 'All billing types' }, ...billingTypes]

const filtersOf = ({ status, billingType, billingStatus }: OrganizationFilter) =>
  [status, billingType, billingStatus].filter(Boolean)

const isFiltered = (filter: OrganizationFilter) => filtersOf(filter).length > 0

const OrganizationFilters = ({ filter }: { filter: OrganizationFilter }) => (
  <div className="flex flex-wrap items-center gap-2 px-5 pb-3">
    <Choice label="Status" name="status" options={statuses} value={filter.status} />
    <Choice label="Billing type" name="billingType" options={wantedTypes} value={filter.billingType} />
    <Choice label="Billing status" name="billingStatus" options={billingStatuses} value={filter.billingStatus} />
    {isFiltered(filter) && (
      <Button
        variant="ghost"
        onClick={() => setUrl({ status: null, billingType: null, billingStatus: null, page: null })}
      >
        Clear Filter
      </Button>
    )}
  </div>
)

type ChoiceProps = {
  label: string
  name: 'status' | 'billingType' | 'billingStatus'
  options: readonly Option[]
  value: string | undefined
}

const Choice = ({ label, name, options, value = '' }: ChoiceProps) => (
  <Select
    aria-label={label}
    options={options}
    value={value}
    onChange={(event) => setUrl({ [name]: event.target.value, page: null })}
    className="w-full sm:w-48"
  />
)

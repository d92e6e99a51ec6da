import { useState } from 'react'
import { isWanted, type Organization } from '#contract/operations/organizations.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { useOrganizations } from '../api.ts'
import type { Action } from '../organization-action.ts'
import { OrganizationDialog } from '../organization-dialog.tsx'
import { useOrganizationFilter } from './organization-filter.ts'
import { OrganizationFilters } from './organization-filters.tsx'
import { OrganizationTools } from './organization-tools.tsx'
import { OrganizationsTable } from './organizations-table.tsx'

export function OrganizationsCard({ query }: { query: ReturnType<typeof useOrganizations> }) {
  const filter = useOrganizationFilter()
  const [isFiltering, setFiltering] = useState(Boolean(filter.status || filter.billingType))
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
  // The row as it is now: somebody else may have changed it while the dialog was open.
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

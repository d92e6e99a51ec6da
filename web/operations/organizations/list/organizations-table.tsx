import { Building2, SearchX } from 'lucide-react'
import type { Organization } from '#contract/operations/organizations.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Pager } from '#web/ui/table/pager.tsx'
import { sortRows } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import type { OnOpen } from '../organization-action.ts'
import { view } from './organization-actions.tsx'
import { organizationColumns } from './organization-columns.tsx'
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
        empty={isNarrowed ? <NothingFound /> : <Empty icon={Building2}>No organizations found</Empty>}
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

const NothingFound = () => (
  <Empty icon={SearchX} action={<Button onClick={() => setUrl(NO_FILTER)}>Clear search and filter</Button>}>
    No organizations found matching your search.
  </Empty>
)

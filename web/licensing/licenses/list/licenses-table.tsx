import { KeyRound, MonitorCheck, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { License } from '#contract/licensing/licenses.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { useIsAdmin, useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import type { Selection } from '#web/ui/table/table-selection.tsx'
import { Table } from '#web/ui/table/table.tsx'
import type { LicenseFilter } from '../license-filter.ts'
import type { Opened } from '../opened-license.ts'
import { licenseColumns } from './license-columns.tsx'

type Props = {
  licenses: License[]
  filter: LicenseFilter
  selection: Selection
  onOpen: (opened: Opened) => void
  footer: ReactNode
}

export function LicensesTable({ licenses, filter, selection, onOpen, footer }: Props) {
  const columns = licenseColumns({ isOrgAdmin: useIsOrgAdmin(), isAdmin: useIsAdmin(), onOpen })
  const [, setSort] = useUrlState('sort')
  return (
    <Table
      label="List of Your Licenses"
      rows={licenses}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ label }) => label}
      selection={selection}
      sort={filter.sort}
      onSort={setSort}
      empty={emptyFor(filter)}
      footer={footer}
    />
  )
}

function emptyFor({ search, status, silent }: LicenseFilter) {
  if (search || status) return <NothingFound />
  return silent ? <NoneSilent days={silent} /> : <NothingYet />
}

const NoneSilent = ({ days }: { days: string }) => (
  <Empty icon={MonitorCheck}>Every device has checked in within the last {days} days.</Empty>
)

const NothingYet = () => <Empty icon={KeyRound}>No licenses found. Create your first license to get started.</Empty>

const NothingFound = () => (
  <Empty
    icon={SearchX}
    action={<Button onClick={() => setUrl({ search: null, status: null })}>Clear search and filter</Button>}
  >
    No licenses found matching your search.
  </Empty>
)

import { clsx } from 'clsx'
import { KeyRound, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { License } from '#contract/licenses.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { useIsAdmin, useIsOrgAdmin } from '#web/features/session/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Table } from '#web/ui/table.tsx'
import type { LicenseFilter } from './api.ts'
import { licenseColumns } from './license-columns.tsx'
import type { Opened } from './license-dialog.tsx'

/** Eight facts and their buttons stand side by side on a small laptop. */
const compact = 'sm:[&_:is(th,td)]:px-2 sm:[&_:is(th,td):first-child]:pl-5 sm:[&_:is(th,td):last-child]:pr-4'

/** Where they do not, the facts scroll sideways below the buttons. */
const pinnedActions = clsx(
  'sm:[&_:is(th,td):last-child]:sticky sm:[&_:is(th,td):last-child]:right-0',
  'sm:[&_th:last-child]:bg-card sm:[&_th:last-child]:shadow-[inset_0_-1px_var(--line)]',
  'sm:[&_tr[data-row]]:bg-card sm:[&_tr[data-row]:hover]:bg-sunken sm:[&_td:last-child]:bg-inherit',
)

type Props = { licenses: License[]; filter: LicenseFilter; onOpen: (opened: Opened) => void; footer: ReactNode }

export function LicensesTable({ licenses, filter, onOpen, footer }: Props) {
  const columns = licenseColumns({ isOrgAdmin: useIsOrgAdmin(), isAdmin: useIsAdmin(), onOpen })
  const [, setSort] = useUrlState('sort')
  return (
    <div className={clsx(compact, pinnedActions)}>
      <Table
        label="List of Your Licenses"
        rows={licenses}
        columns={columns}
        rowKey={({ id }) => id}
        sort={filter.sort}
        onSort={setSort}
        empty={filter.search || filter.status ? <NothingFound /> : <NothingYet />}
        footer={footer}
      />
    </div>
  )
}

const NothingYet = () => <Empty icon={KeyRound}>No licenses found. Create your first license to get started.</Empty>

const NothingFound = () => (
  <Empty
    icon={SearchX}
    action={<Button onClick={() => setUrl({ search: null, status: null })}>Clear search and filter</Button>}
  >
    No licenses found matching your search.
  </Empty>
)

import { KeyRound, MonitorCheck, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { License } from '#contract/licensing/licenses.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { useIsAdmin, useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import type { Selection } from '#web/ui/table/table-selection.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { licenseBadge } from '../license-badge.ts'
import type { LicenseFilter } from '../license-filter.ts'
import type { Opened } from '../opened-license.ts'
import { LicenseActions } from './license-actions.tsx'
import { DeviceName, KeyCell, LabelCell, UuidCell } from './license-cells.tsx'

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

type Viewer = { isOrgAdmin: boolean; isAdmin: boolean; onOpen: (opened: Opened) => void }

/** The keys of sortable columns are what the server sorts by. */
function licenseColumns({ isOrgAdmin, isAdmin, onOpen }: Viewer): Column<License>[] {
  const edit = isOrgAdmin ? onOpen : undefined
  return [
    {
      key: 'label',
      header: 'License',
      sortable: true,
      phone: 'title',
      cell: (license) => <LabelCell license={license} isAdmin={isAdmin} onOpen={edit} />,
    },
    { key: 'licenseKey', header: 'License Key', cell: (license) => <KeyCell license={license} /> },
    { key: 'status', header: 'Status', sortable: true, cell: ({ status }) => <Badge {...licenseBadge(status)} /> },
    {
      key: 'deviceFingerprint',
      header: 'Device UUID',
      cell: (license) => <UuidCell license={license} onOpen={edit} />,
    },
    ...facts,
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      phone: 'bare',
      cell: (license) => <LicenseActions license={license} isOrgAdmin={isOrgAdmin} onOpen={onOpen} />,
    },
  ]
}

const facts: Column<License>[] = [
  { key: 'deviceName', header: 'Device Name', sortable: true, cell: (license) => <DeviceName {...license} /> },
  {
    key: 'billingStatus',
    header: 'Billing',
    cell: ({ billingStatus }) => (billingStatus === 'paid' ? 'Paid' : 'Unpaid'),
  },
  {
    key: 'lastCheckIn',
    header: 'Last Check-in',
    sortable: true,
    cell: ({ lastCheckIn }) => <DateText value={lastCheckIn} format={formatDate} full={formatInstant} absent="Never" />,
  },
]

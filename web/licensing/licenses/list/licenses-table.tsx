import { MonitorCheck, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { License, LicenseFilter } from '#contract/licensing/licenses.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { useIsAdmin, useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import type { Selection } from '#web/ui/table/table-selection.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { useCanChangeLicenses } from '../api.ts'
import type { OpenLicense } from '../changes/opened-license.ts'
import { licenseBadge } from '../license-badge.ts'
import { NO_LICENSE_FOUND } from './list-texts.ts'
import { NoLicenses } from '../parts.tsx'
import { LicenseActions } from './license-actions.tsx'
import { DeviceCell, KeyCell, LabelCell, SeenCell } from './license-cells.tsx'

type Props = {
  licenses: License[]
  filter: LicenseFilter
  selection: Selection
  onOpen: (opened: OpenLicense) => void
  hidden: ReadonlySet<string>
  footer: ReactNode
}

export function LicensesTable({ licenses, filter, selection, onOpen, hidden, footer }: Props) {
  const isOrgAdmin = useIsOrgAdmin()
  const canChange = useCanChangeLicenses()
  const columns = licenseColumns({ isOrgAdmin, isAdmin: useIsAdmin(), canChange, onOpen })
  const [, setSort] = useUrlState('sort')
  return (
    <Table
      label="List of Your Licenses"
      rows={licenses}
      columns={columns.filter(({ key }) => !hidden.has(key))}
      onRowClick={({ id }) => setUrl({ license: id }, { replace: false })}
      rowKey={({ id }) => id}
      rowName={({ label }) => label}
      {...((canChange || isOrgAdmin) && { selection })}
      sort={filter.sort}
      onSort={setSort}
      empty={emptyFor(filter, canChange)}
      footer={footer}
    />
  )
}

const NO_FILTER: Record<Exclude<keyof LicenseFilter, 'silent' | 'sort'>, null> = {
  search: null,
  status: null,
  tag: null,
}

function emptyFor({ silent, sort: _sort, ...filter }: LicenseFilter, canChange: boolean) {
  if (Object.values(filter).some(Boolean)) return <NothingFound />
  return silent ? <NoneSilent days={silent} /> : <NoLicenses canCreate={canChange} />
}

const NoneSilent = ({ days }: { days: string }) => (
  <Empty icon={MonitorCheck}>Every device has checked in within the last {days} days.</Empty>
)

const NothingFound = () => (
  <Empty icon={SearchX} action={<Button onClick={() => setUrl(NO_FILTER)}>Clear search and filter</Button>}>
    {NO_LICENSE_FOUND}
  </Empty>
)

type Viewer = {
  isOrgAdmin: boolean
  isAdmin: boolean
  canChange: boolean
  onOpen: (opened: OpenLicense) => void
}

/** The keys of sortable columns are what the server sorts by. */
function licenseColumns({ isOrgAdmin, isAdmin, canChange, onOpen }: Viewer): Column<License>[] {
  const edit = isOrgAdmin && canChange ? onOpen : undefined
  return [
    {
      key: 'label',
      header: 'License',
      grow: 50,
      sortable: true,
      phone: 'title',
      cell: (license) => <LabelCell license={license} isAdmin={isAdmin} onOpen={edit} />,
    },
    { key: 'licenseKey', header: 'License Key', phone: 'hidden', cell: (license) => <KeyCell license={license} /> },
    {
      key: 'status',
      header: 'Status',
      sortable: true,
      phone: 'status',
      cell: ({ status }) => <Badge {...licenseBadge(status)} />,
    },
    {
      key: 'deviceName',
      header: 'Device',
      grow: 50,
      sortable: true,
      phone: 'line',
      cell: (license) => <DeviceCell license={license} onOpen={edit} />,
    },
    ...facts,
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      phone: 'menu',
      cell: (license) => <LicenseActions {...{ license, isOrgAdmin, canChange, onOpen }} />,
    },
  ]
}

const facts: Column<License>[] = [
  {
    key: 'billingStatus',
    header: 'Billing',
    phone: 'hidden',
    cell: ({ billingStatus }) => (billingStatus === 'paid' ? 'Paid' : 'Unpaid'),
  },
  {
    key: 'lastCheckIn',
    header: 'Last Check-in',
    phone: 'hidden',
    sortable: true,
    cell: (license) => <SeenCell license={license} />,
  },
  { key: 'appVersion', header: 'Version', phone: 'hidden', cell: ({ appVersion }) => appVersion ?? '—' },
]

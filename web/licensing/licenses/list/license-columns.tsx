import { formatDate, formatInstant } from '#contract/dates.ts'
import type { License } from '#contract/licensing/licenses.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { licenseBadge } from '../license-badge.ts'
import type { Opened } from '../opened-license.ts'
import { LicenseActions } from './license-actions.tsx'
import { DeviceName, KeyCell, LabelCell, UuidCell } from './license-cells.tsx'

type Viewer = { isOrgAdmin: boolean; isAdmin: boolean; onOpen: (opened: Opened) => void }

/** The keys of sortable columns are what the server sorts by. */
export function licenseColumns({ isOrgAdmin, isAdmin, onOpen }: Viewer): Column<License>[] {
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

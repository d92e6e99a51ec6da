import { Plus } from 'lucide-react'
import { Link } from 'wouter'
import type { License, LicenseStatus } from '#contract/licensing/licenses.ts'
import { links } from '#web/app/links.ts'
import { licenseBadge } from '#web/licensing/licenses/license-badge.ts'
import { NoLicenses } from '#web/licensing/licenses/parts.tsx'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'

const SHOWN = 8
const TITLE = 'License Management'

export const LicensesCard = ({
  licenses,
  total,
  canCreate,
  isSuspended,
}: {
  licenses: License[]
  total: number
  canCreate: boolean
  isSuspended: boolean
}) => (
  <Card flush title={TITLE} actions={canCreate && <CreateLicense />}>
    <Table
      label={`List of ${TITLE}`}
      rows={licenses.slice(0, SHOWN)}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<NoLicenses canCreate={!isSuspended} />}
      footer={<Footer total={total} />}
    />
  </Card>
)

const CreateLicense = () => (
  <Link href={links.createLicense} className={buttonClass({ variant: 'primary', size: 'small' })}>
    <Plus aria-hidden />
    Create License
  </Link>
)

const Footer = ({ total }: { total: number }) => (
  <span className="flex flex-wrap justify-between gap-2">
    <span>
      Showing {Math.min(SHOWN, total)} of {total}
    </span>
    <Link href="/licenses" className="font-medium text-accent underline-offset-4 hover:underline">
      View all licenses
    </Link>
  </span>
)

const assignments: Partial<Record<string, string>> = {
  active: 'Assigned & Active',
  assigned: 'Assigned',
  unassigned: 'Unassigned',
  revoked: 'Revoked',
} satisfies Partial<Record<LicenseStatus, string>>

const assignmentLabel = ({ status }: License) => assignments[status] ?? 'Inactive'

const columns: Column<License>[] = [
  {
    key: 'label',
    header: 'License',
    grow: 55,
    phone: 'title',
    cell: ({ label }) => <Truncate text={label} className="font-medium" />,
  },
  {
    key: 'description',
    header: 'Description',
    grow: 45,
    phone: 'hidden',
    cell: ({ description }) => (description ? <Truncate text={description} /> : <span className="text-fg2">—</span>),
  },
  { key: 'status', header: 'Status', phone: 'status', cell: ({ status }) => <Badge {...licenseBadge(status)} /> },
  {
    key: 'assignment',
    header: 'Assignment',
    phone: 'hidden',
    cell: (license) => <span className="whitespace-nowrap">{assignmentLabel(license)}</span>,
  },
  {
    key: 'device',
    header: 'Device',
    phone: 'line',
    cell: ({ deviceName }) =>
      deviceName ? (
        <Truncate text={deviceName} className="sm:max-w-[9vw]" />
      ) : (
        <span className="whitespace-nowrap text-fg2">Not activated</span>
      ),
  },
]

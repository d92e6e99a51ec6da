import { KeyRound, Stethoscope } from 'lucide-react'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import type { CustomerLicense } from '#contract/operations/customers.ts'
import { ListFilters } from '#web/app/lists/list-filters.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { licenseBadge, statusOptions } from '#web/licensing/licenses/license-badge.ts'
import { DIAGNOSE, DiagnoseDialog, NO_LICENSE_FOUND } from '#web/licensing/licenses/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { useCustomerLicenses, useLicenseFilter } from '../api.ts'
import { PagedTable } from '../paged-table.tsx'

const diagnose = ({ id }: { id: string }) => setUrl({ diagnose: id }, { replace: false })

export function LicensesTab({ id }: { id: string }) {
  const filter = useLicenseFilter()
  const [diagnosed] = useUrlState('diagnose')
  const isNarrowed = Boolean(filter.search || filter.status)
  return (
    <Card
      title="Licenses and devices"
      flush
      actions={
        <ListFilters
          label="Search licenses"
          placeholder="Label, device or start of the key"
          statuses={statusOptions}
          status={filter.status}
        />
      }
    >
      <PagedTable
        label="List of Licenses"
        pages={useCustomerLicenses(id, filter)}
        shows={JSON.stringify(filter)}
        columns={columns}
        onRowClick={diagnose}
        nouns={['license', 'licenses']}
        empty={<Empty icon={KeyRound}>{isNarrowed ? NO_LICENSE_FOUND : 'This customer has no licenses.'}</Empty>}
      />
      {diagnosed && <DiagnoseDialog key={diagnosed} id={diagnosed} onClose={() => setUrl({ diagnose: null })} />}
    </Card>
  )
}

const columns: Column<CustomerLicense>[] = [
  {
    key: 'label',
    header: 'License',
    grow: 55,
    phone: 'title',
    cell: ({ label, keyStart }) => (
      <span className="block min-w-0 py-1">
        <span className="block truncate font-medium" title={label}>
          {label}
        </span>
        <code className="block font-mono text-[11px] text-fg2 max-sm:hidden">{keyStart}…</code>
      </span>
    ),
  },
  { key: 'status', header: 'Status', phone: 'status', cell: ({ status }) => <Badge {...licenseBadge(status)} /> },
  { key: 'device', header: 'Device', grow: 45, phone: 'line', cell: (license) => <Device {...license} /> },
  {
    key: 'lastCheckIn',
    header: 'Last check-in',
    phone: 'note',
    cell: ({ lastCheckIn, appVersion }) => (
      <span className="block">
        <DateText value={lastCheckIn} format={formatDateTime} full={formatInstant} absent="Never" />
        {appVersion && <span className="block whitespace-nowrap text-fg2 max-sm:hidden">Version {appVersion}</span>}
      </span>
    ),
  },
  {
    key: 'diagnose',
    header: 'Diagnosis',
    head: <span className="sr-only">Diagnosis</span>,
    align: 'end',
    phone: 'hidden',
    width: '3.5rem',
    cell: (license) => (
      <Button
        variant="ghost"
        size="icon"
        data-open
        title={DIAGNOSE}
        aria-label={`Why doesn’t ${license.label} work?`}
        {...intent(DiagnoseDialog)}
        onClick={() => diagnose(license)}
      >
        <Stethoscope aria-hidden />
      </Button>
    ),
  },
]

const Device = ({ deviceName, deviceOs }: CustomerLicense) =>
  deviceName ? (
    <span className="block min-w-0">
      <Truncate text={deviceName} />
      {deviceOs && <Truncate text={deviceOs} className="text-fg2 max-sm:hidden" />}
    </span>
  ) : (
    <span className="text-fg2 italic">Not activated</span>
  )

import { PackageOpen } from 'lucide-react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { LIST_LIMIT } from '#contract/lists.ts'
import { newestUpTo } from '#contract/quantities.ts'
import { kindOf } from '#contract/releases/downloads.ts'
import { ReleaseState, type Version } from '#contract/releases/files.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { TableSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { useVersions } from '../api.ts'
import { Usage } from './usage.tsx'
import { ActiveSwitch, FileFacts, StateBadge, VersionActions, VersionName } from './version-cells.tsx'

export const VersionsCard = () => (
  <Card
    title="Application Versions"
    description="Customers and devices see published versions only. Deactivating one removes it from downloads and update feeds; installed copies keep working."
    flush
  >
    <Loaded query={useVersions()} failure={notLoaded('the versions')} skeleton={<TableSkeleton />}>
      {(versions) => (
        <Table
          label="Versions"
          rows={versions}
          columns={versionColumns}
          rowKey={({ id }) => id}
          empty={
            <Empty icon={PackageOpen}>No application versions found. Upload your first version to get started.</Empty>
          }
          footer={newestUpTo(LIST_LIMIT, versions.length, 'version')}
        />
      )}
    </Loaded>
  </Card>
)

const STATES = ReleaseState.options

const versionColumns: Column<Version>[] = [
  {
    key: 'version',
    header: 'Version',
    phone: 'title',
    sortBy: ({ version }) => version,
    cell: (version) => <VersionName {...version} />,
  },
  {
    key: 'platform',
    header: 'Platform',
    phone: 'line',
    sortBy: kindOf,
    cell: (version) => (
      <span className="block min-w-0 min-[1366px]:whitespace-nowrap">
        {kindOf(version)}
        <span className="block truncate text-fg2 sm:hidden">{version.fileName}</span>
      </span>
    ),
  },
  {
    key: 'fileName',
    header: 'File Name',
    phone: 'hidden',
    grow: 100,
    sortBy: ({ fileName }) => fileName,
    cell: ({ fileName }) => <Truncate text={fileName} />,
  },
  {
    key: 'fileSize',
    header: 'Size',
    align: 'end',
    sortBy: ({ fileSize }) => fileSize,
    cell: (version) => <FileFacts {...version} />,
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'status',
    sortBy: ({ state }) => STATES.indexOf(state),
    cell: (version) => <StateBadge {...version} />,
  },
  { key: 'active', header: 'Active', cell: (version) => <ActiveSwitch version={version} /> },
  {
    key: 'notes',
    header: 'Notes',
    phone: 'hidden',
    sortBy: ({ hasNotes }) => Number(hasNotes),
    cell: ({ hasNotes }) => (hasNotes ? 'Yes' : <span className="text-fg2">No</span>),
  },
  {
    key: 'createdAt',
    header: 'Published',
    sortBy: ({ publishedAt }) => publishedAt ?? '',
    cell: ({ id, publishedAt }) =>
      publishedAt ? (
        <span className="flex flex-wrap justify-end gap-x-2 sm:grid sm:max-w-28 sm:justify-start">
          <DateText value={publishedAt} format={formatDate} full={formatInstant} />
          <Usage id={id} />
        </span>
      ) : (
        'Not yet'
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'menu',
    cell: (version) => <VersionActions version={version} />,
  },
]

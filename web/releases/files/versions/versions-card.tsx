import { PackageOpen } from 'lucide-react'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { useVersions } from '../api.ts'
import { versionColumns } from './version-columns.tsx'

export const VersionsCard = () => (
  <Card
    title="Application Versions"
    description="Deactivating removes a version from downloads and update feeds. Installed copies keep working."
    flush
  >
    <Loaded query={useVersions()} failure="Failed to load the versions. Please try again.">
      {(versions) => (
        <Table
          label="Versions"
          rows={versions}
          columns={versionColumns}
          rowKey={({ id }) => id}
          empty={
            <Empty icon={PackageOpen}>No application versions found. Upload your first version to get started.</Empty>
          }
          footer={versions.length === 1 ? '1 version' : `${versions.length} versions`}
        />
      )}
    </Loaded>
  </Card>
)

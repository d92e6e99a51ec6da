import { SearchX } from 'lucide-react'
import { isWanted, type Organization } from '#contract/operations/organizations.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { UploadInvoiceDialog } from '#web/billing/invoices/parts.tsx'
import { useOrganizations } from '#web/operations/organizations/api.ts'
import { OrganizationSearch } from '#web/operations/organizations/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { adminOrganizationColumns } from './organization-columns.tsx'

const PricingDialog = onDemand(async () => (await import('./pricing-dialog.tsx')).PricingDialog)

export function AdminOrganizations() {
  const organizations = useOrganizations()
  const [search, setSearch] = useUrlState('organization')
  return (
    <Card title="Organizations" flush actions={<OrganizationSearch value={search} onChange={setSearch} />}>
      <Loaded query={organizations} failure="Failed to fetch organizations">
        {(all) => <List all={all} search={search} onClear={() => setSearch('')} />}
      </Loaded>
    </Card>
  )
}

type ListProps = { all: Organization[]; search: string; onClear: () => void }

function List({ all, search, onClear }: ListProps) {
  const [pricing, setPricing] = useUrlState('pricing', { push: true })
  const [uploadFor, setUploadFor] = useUrlState('upload', { push: true })
  const find = (wanted: string) => all.find(({ id }) => id === wanted)
  const [priced, billed] = [find(pricing), find(uploadFor)]
  const rows = all.filter(isWanted({ search }))
  return (
    <>
      <Table
        label="List of organizations"
        rows={rows}
        columns={adminOrganizationColumns({ onPrice: setPricing, onUpload: setUploadFor })}
        rowKey={({ id }) => id}
        boxed
        empty={search ? <NothingFound onClear={onClear} /> : <Empty>No organizations found</Empty>}
        footer={rows.length === 1 ? '1 organization' : `${rows.length} organizations`}
      />
      {priced && <PricingDialog organization={priced} onClose={() => setPricing('')} />}
      {billed && <UploadInvoiceDialog organization={billed} onClose={() => setUploadFor('')} />}
    </>
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <Empty icon={SearchX} action={<Button onClick={onClear}>Clear search</Button>}>
    No organizations found matching your search.
  </Empty>
)

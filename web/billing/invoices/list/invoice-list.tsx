import { clsx } from 'clsx'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Invoice, InvoiceStatus } from '#contract/billing/invoices.ts'
import { countOf } from '#contract/quantities.ts'
import { loadNextPage } from '#web/app/api/pages.ts'
import { ListFilters } from '#web/app/lists/list-filters.tsx'
import { PagedFooter } from '#web/app/lists/paged-footer.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { TableSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import type { InvoicePages } from '../api.ts'
import { invoiceStatusName } from '../invoice-words.ts'

type Props = {
  label: string
  pages: InvoicePages
  shows: object
  columns: Column<Invoice>[]
  empty: ReactNode
  onRowClick?: (invoice: Invoice) => void
  boxed?: boolean
}

/** Loads more pages while the user scrolls. */
export const InvoiceList = ({ label, pages, shows, columns, empty, ...look }: Props) => (
  <Loaded query={pages} failure="Failed to fetch invoices" skeleton={look.boxed ? <TableSkeleton /> : undefined}>
    {({ rows }) => (
      <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
        <ScrollEnd onNear={() => loadNextPage(pages)} shows={JSON.stringify(shows)}>
          <Table
            label={label}
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            empty={empty}
            footer={<PagedFooter pages={pages} count={(total) => countOf(total, 'invoice')} />}
            {...look}
          />
        </ScrollEnd>
      </div>
    )}
  </Loaded>
)

type FilterProps = {
  placeholder: string
  statuses: readonly InvoiceStatus[]
  status: InvoiceStatus | undefined
}

export const InvoiceFilters = ({ placeholder, statuses, status }: FilterProps) => (
  <ListFilters
    label="Search invoices"
    placeholder={placeholder}
    statuses={[{ value: '', label: 'All statuses' }, ...statuses.map(statusOption)]}
    status={status}
  />
)

export const statusOption = (status: InvoiceStatus) => ({ value: status, label: invoiceStatusName(status) })

export const NothingFound = ({ clears = { search: null, status: null } }: { clears?: Record<string, null> }) => (
  <Empty icon={SearchX} action={<Button onClick={() => setUrl(clears)}>Clear search and filter</Button>}>
    No invoices found matching your search.
  </Empty>
)

import { clsx } from 'clsx'
import { SearchX } from 'lucide-react'
import { InvoiceStatus } from '#contract/invoices.ts'
import { ListFilters } from '#web/app/list-filters.tsx'
import { readOn } from '#web/app/pages.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ScrollEnd } from '#web/ui/scroll-end.tsx'
import { Table } from '#web/ui/table.tsx'
import { useInvoiceFilter, useInvoicePages } from './api.ts'
import { invoiceBadge } from './invoice-badge.ts'
import { invoiceColumns } from './invoice-columns.tsx'

const statuses = [
  { value: '', label: 'All statuses' },
  ...InvoiceStatus.options
    .filter((status) => status !== 'draft')
    .map((status) => ({ value: status, label: invoiceBadge(status).children })),
]

/** Every invoice of the own organization, searched by the server and read as far as somebody scrolls. */
export function AllInvoices() {
  const filter = useInvoiceFilter()
  const pages = useInvoicePages(filter)

  return (
    <>
      <div className="flex flex-wrap gap-2 px-5 pb-3">
        <ListFilters label="Search invoices" placeholder="Number or note" statuses={statuses} status={filter.status} />
      </div>
      <Loaded query={pages} failure="Failed to fetch invoices">
        {({ rows, total }) => (
          <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
            <ScrollEnd onNear={() => readOn(pages)} shows={JSON.stringify(filter)}>
              <Table
                label="List of invoices"
                rows={rows}
                columns={invoiceColumns}
                rowKey={({ id }) => id}
                empty={<NothingFound />}
                footer={<Count total={total} loaded={rows.length} pages={pages} />}
              />
            </ScrollEnd>
          </div>
        )}
      </Loaded>
    </>
  )
}

type Pages = { isFetchNextPageError: boolean; fetchNextPage: () => unknown }

const Count = ({ total, loaded, pages }: { total: number; loaded: number; pages: Pages }) => (
  <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
    <output>{total === 1 ? '1 invoice' : `${total} invoices`}</output>
    {pages.isFetchNextPageError ? (
      <span role="alert" className="flex items-center gap-2 text-danger-fg">
        The rest could not be loaded.
        <Button size="small" onClick={() => void pages.fetchNextPage()}>
          Try again
        </Button>
      </span>
    ) : (
      loaded < total && <span>{loaded} loaded, scroll for more</span>
    )}
  </div>
)

const NothingFound = () => (
  <Empty
    icon={SearchX}
    action={<Button onClick={() => setUrl({ search: null, status: null })}>Clear search and filter</Button>}
  >
    No invoices found matching your search.
  </Empty>
)

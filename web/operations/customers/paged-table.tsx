import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { countOf } from '#contract/quantities.ts'
import { loadNextPage } from '#web/app/api/pages.ts'
import { PagedFooter } from '#web/app/lists/paged-footer.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'

type Pages<Row> = {
  data: { rows: readonly Row[]; total: number } | undefined
  isPending: boolean
  isError: boolean
  refetch: () => unknown
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type Props<Row> = {
  label: string
  pages: Pages<Row>
  /** Identifies the filter: a change scrolls to the top. */
  shows: string
  columns: readonly Column<Row>[]
  onRowClick?: (row: Row) => void
  nouns: readonly [one: string, many: string]
  empty: ReactNode
}

export const PagedTable = <Row extends { id: string }>({ pages, shows, nouns, ...table }: Props<Row>) => (
  <Loaded query={pages}>
    {({ rows }) => (
      <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
        <ScrollEnd onNear={() => loadNextPage(pages)} shows={shows}>
          <Table
            {...table}
            rows={rows}
            rowKey={({ id }) => id}
            footer={<PagedFooter pages={pages} count={(total) => countOf(total, ...nouns)} />}
          />
        </ScrollEnd>
      </div>
    )}
  </Loaded>
)

import { countOf } from '#contract/licenses.ts'
import { Button } from '#web/ui/button.tsx'

type Pages = {
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type Props = { pages: Pages; count: number; total: number }

/** Below the table: how many there are, and what becomes of the ones that are still to come. */
export const LoadedSoFar = ({ pages, count, total }: Props) => (
  <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
    <output>{countOf(total)}</output>
    {pages.isFetchingNextPage && <span>Loading more…</span>}
    {pages.isFetchNextPageError && (
      <span role="alert" className="flex items-center gap-2 text-danger-fg">
        The rest could not be loaded.
        <Button size="small" onClick={() => void pages.fetchNextPage()}>
          Try again
        </Button>
      </span>
    )}
    {!pages.isFetchingNextPage && !pages.isFetchNextPageError && count < total && (
      <span>{count.toLocaleString('en-US')} loaded, scroll for more</span>
    )}
  </div>
)

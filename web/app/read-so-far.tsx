import { Button } from '#web/ui/button.tsx'

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Below a table that is read page by page. Scrolling reads on by itself; the button is for phones, and for a page that failed. */
export const ReadSoFar = ({ pages, count }: { pages: Pages; count: string }) => (
  <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
    <output>{count}</output>
    {pages.isFetchNextPageError && (
      <span role="alert" className="text-danger-fg">
        The rest could not be loaded.
      </span>
    )}
    {pages.hasNextPage && (
      <Button size="small" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? 'Loading more…' : 'Load more'}
      </Button>
    )}
  </div>
)

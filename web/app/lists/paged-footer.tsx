import { useCallback, useRef } from 'react'
import { Button } from '#web/ui/button/button.tsx'

type Props = {
  pages: {
    data: { rows: readonly unknown[]; total: number } | undefined
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  count: (total: number) => string
}

/** Footer of a paged table. Scrolling loads more; the button is for phones, the keyboard and a failed page. */
export function PagedFooter({ pages, count }: Props) {
  const total = useRef<HTMLOutputElement>(null)
  const focusBelowRows = useCallback(
    (button: HTMLButtonElement) => () => {
      if (button === document.activeElement) total.current?.focus({ preventScroll: true })
    },
    [],
  )
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
      <output ref={total} tabIndex={-1}>
        {pages.data && soFar(pages.data, count)}
      </output>
      {pages.isFetchNextPageError && (
        <span role="alert" className="text-danger-fg">
          Couldn’t load the rest.
        </span>
      )}
      {pages.hasNextPage && (
        <Button
          ref={focusBelowRows}
          size="small"
          isPending={pages.isFetching}
          onClick={() => void pages.fetchNextPage()}
        >
          {pages.isFetchingNextPage ? 'Loading more…' : 'Load more'}
        </Button>
      )}
    </div>
  )
}

const soFar = ({ rows, total }: { rows: readonly unknown[]; total: number }, count: Props['count']) =>
  rows.length < total ? `${count(total)}, ${rows.length.toLocaleString('en-US')} loaded` : count(total)
